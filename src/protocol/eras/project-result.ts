import type { JsonObject } from '../../kernel/index.js';
import type { Wire } from '../inbound.js';
import { projectHandshakeResult } from './handshake/index.js';
import { projectStatelessResult, type CacheHint, type ServerInfo } from './stateless/index.js';

/**
 * A handler's result in the form of the caller's era and version. Handlers write the fullest form (title, outputSchema,
 * structuredContent, ...) and leave `resultType`, cache members and `serverInfo` to this function.
 * @param cache for the six cacheable methods; without it `ttlMs: 0`, `private`
 */
export function projectResult(
  wire: Wire,
  method: string,
  result: JsonObject,
  server: ServerInfo,
  cache?: CacheHint,
): JsonObject {
  return wire.era === 'handshake'
    ? projectHandshakeResult(method, result, wire.version)
    : projectStatelessResult(method, result, server, cache);
}
