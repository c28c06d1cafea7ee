import { isJsonObject, type Json, type JsonObject } from '../../../kernel/index.js';
import { META_KEYS } from '../../request-meta.js';
import { omit } from '../result.js';

/** How long a client may keep a result, and whether one kept result may serve several callers. */
export interface CacheHint {
  /** Milliseconds, an integer of at least 0. */
  readonly ttlMs: number;
  /** `private` whenever the result depends on who asks. */
  readonly scope: 'public' | 'private';
}

/** What the stateless era says of the server in every result. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
}

/** The results that must carry a hint (MCP 2026-07-28, "Caching"). */
export const CACHEABLE_METHODS: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
]);

/** A handler that names no hint must not be cached by accident. */
const NO_CACHING: CacheHint = { ttlMs: 0, scope: 'private' };

/** A complete result as 2026-07-28 wants it: typed, with the hint where one is due, signed with the server's identity. */
export function projectStatelessResult(
  method: string,
  result: JsonObject,
  server: ServerInfo,
  cache: CacheHint = NO_CACHING,
): JsonObject {
  const meta = isJsonObject(result._meta) ? result._meta : {};
  const body = method === 'tools/list' ? withoutExecution(result) : result;
  return {
    resultType: 'complete',
    ...body,
    ...(CACHEABLE_METHODS.has(method) && { ttlMs: cache.ttlMs, cacheScope: cache.scope }),
    _meta: { ...meta, [META_KEYS.serverInfo]: { name: server.name, version: server.version } },
  };
}

/** `Tool.execution` existed in 2025-11-25 alone. */
function withoutExecution(result: JsonObject): JsonObject {
  const { tools } = result;
  if (!Array.isArray(tools)) return result;
  return { ...result, tools: tools.map((tool: Json) => (isJsonObject(tool) ? omit(tool, ['execution']) : tool)) };
}
