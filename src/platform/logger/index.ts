export { createLogger, Logger, type LogFields, type LoggerOptions } from './logger.js';
export { NestLogger } from './nest-logger.js';
export { currentRequest, serveRequest, type RequestContext } from './request-context.js';
export { scrub } from './scrub.js';
