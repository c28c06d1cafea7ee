import type { ServerResponse } from 'node:http';
import { ALLOWED_HEADERS } from '../../platform/index.js';
import { SURFACES, type Surface } from './surfaces.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';
const MAX_AGE_SECONDS = 300;

/** Where the metadata of a surface is: the path goes behind the well-known name (RFC 9728, 3.1). */
export function metadataUrl(publicUrl: string, surface: Surface): string {
  return `${publicUrl}${WELL_KNOWN}${surface.path}`;
}

/** The surface whose metadata is at this path; the bare well-known name stands for the first one. */
export function describedAt(path: string): Surface | undefined {
  if (!path.startsWith(WELL_KNOWN)) return undefined;
  const [first] = SURFACES;
  return path === WELL_KNOWN ? first : SURFACES.find((surface) => `${WELL_KNOWN}${surface.path}` === path);
}

/**
 * Writes the metadata of a protected resource (RFC 9728, 2): public, readable from every origin. It names no
 * authorization server as long as the service has none.
 */
export function writeMetadata(response: ServerResponse, method: string, surface: Surface, publicUrl: string): void {
  const open = { 'Access-Control-Allow-Origin': '*' };
  if (method === 'OPTIONS') {
    const allowed = {
      'Access-Control-Allow-Methods': 'GET',
      'Access-Control-Allow-Headers': ALLOWED_HEADERS.join(', '),
    };
    response.writeHead(204, { ...open, ...allowed, 'Access-Control-Max-Age': '600' }).end();
    return;
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { ...open, Allow: 'GET, HEAD, OPTIONS', 'Content-Length': '0' }).end();
    return;
  }
  const body = JSON.stringify({
    resource: `${publicUrl}${surface.path}`,
    scopes_supported: surface.scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Turnpike',
  });
  response.writeHead(200, {
    ...open,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    'Cache-Control': `public, max-age=${String(MAX_AGE_SECONDS)}`,
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(body);
}
