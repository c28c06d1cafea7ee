import type { Config } from '../../config/index.js';
import { isLoopbackName } from './host.js';

type HttpConfig = Pick<Config['http'], 'publicUrl' | 'corsAllowedOrigins'>;

/** What a script of a foreign page may read besides the safelisted headers (Fetch, 3.2.3). */
const EXPOSED = [
  'WWW-Authenticate',
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Mcp-Session-Id',
  'X-Request-Id',
  'Content-Disposition',
].join(', ');
/** What MCP clients and REST callers send; every public or credentialed door allows these. */
export const ALLOWED_HEADERS: readonly string[] = [
  'Authorization',
  'Content-Type',
  'Accept',
  'Accept-Language',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Last-Event-ID',
  'Idempotency-Key',
  'X-Request-Id',
  'traceparent',
];
const MCP_PARAM = /^mcp-param-[a-z0-9-]{1,64}$/;
const MAX_REQUESTED = 4_096;
const MAX_MCP_PARAMS = 64;
const PREFLIGHT_SECONDS = 600;

/**
 * Whether pages of this origin may use the server: no Origin at all (not a browser, or a same-origin GET), our own public
 * origin, or one of `CORS_ALLOWED_ORIGINS`, compared whole. When the public address is a loopback name, its other
 * spellings on the same port are our own too. `null` never is.
 */
export function originAllowed(origin: string | undefined, config: HttpConfig): boolean {
  if (origin === undefined) return true;
  const wanted = serialise(origin);
  if (wanted === undefined) return false;
  const own = new URL(config.publicUrl);
  if (wanted.href === new URL(own.origin).href) return true;
  if (isLoopbackName(own.hostname) && isLoopbackName(wanted.hostname)) {
    if (wanted.protocol === own.protocol && wanted.port === own.port) return true;
  }
  return config.corsAllowedOrigins.some((allowed) => serialise(allowed)?.href === wanted.href);
}

/**
 * The CORS headers of an answer, the same on success and on every error. Always `Vary: Origin`: a cache must not give
 * the answer for one origin to another.
 */
export function corsHeaders(origin: string | undefined, config: HttpConfig): Record<string, string> {
  if (origin === undefined || !originAllowed(origin, config)) return { Vary: 'Origin' };
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}

/**
 * The headers of the 204 that answers a preflight; a foreign origin gets none that allow anything.
 * @param requested the value of `Access-Control-Request-Headers`
 */
export function preflightHeaders(
  origin: string | undefined,
  requested: string | undefined,
  config: HttpConfig,
): Record<string, string> {
  const vary = { Vary: 'Origin, Access-Control-Request-Headers' };
  if (origin === undefined || !originAllowed(origin, config)) return vary;
  return {
    ...corsHeaders(origin, config),
    ...vary,
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': [...ALLOWED_HEADERS, ...mcpParams(requested)].join(', '),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
  };
}

// Every tool declares its own Mcp-Param-* headers, so the requested ones are echoed; the pattern keeps the echo harmless.
function mcpParams(requested: string | undefined): string[] {
  if (requested === undefined || requested.length > MAX_REQUESTED) return [];
  const names = requested.split(',').map((name) => name.trim().toLowerCase());
  return [...new Set(names.filter((name) => MCP_PARAM.test(name)))].slice(0, MAX_MCP_PARAMS);
}

// An origin is scheme, host and port only (RFC 6454, 6.2); anything longer was not written by a browser.
function serialise(origin: string): URL | undefined {
  if (!URL.canParse(origin)) return undefined;
  const url = new URL(origin);
  const bare =
    url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' && url.password === '';
  return bare && url.origin !== 'null' && !origin.endsWith('/') ? url : undefined;
}
