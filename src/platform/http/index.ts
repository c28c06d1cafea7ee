export { AppErrorFilter } from './app-error.filter.js';
export { addressGroup, clientAddress } from './client-address.js';
export { ALLOWED_HEADERS, corsHeaders, originAllowed, preflightHeaders } from './cors.js';
export { hostAllowed } from './host.js';
export { HTTP_EDGE_OPTIONS, useHttpEdge } from './http-edge.js';
export { readBody, type BodyReading } from './read-body.js';
export { readTraceId } from './trace.js';
