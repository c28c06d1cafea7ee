import { isJsonObject, type Json, type JsonObject } from '../../../kernel/index.js';
import { META_KEYS } from '../../request-meta.js';
import type { HandshakeVersion } from '../../versions.js';
import { omit } from '../result.js';

const STATELESS_MEMBERS = ['resultType', 'ttlMs', 'cacheScope'];

/** The first revision whose schema has the field of a tool; dates sort as texts. */
const TOOL_FIELD_SINCE: readonly (readonly [field: string, since: HandshakeVersion])[] = [
  ['annotations', '2025-03-26'],
  ['title', '2025-06-18'],
  ['outputSchema', '2025-06-18'],
  ['_meta', '2025-06-18'],
  ['icons', '2025-11-25'],
  ['execution', '2025-11-25'],
];
const STRUCTURED_CONTENT_SINCE: HandshakeVersion = '2025-06-18';

/** A result as a handshake revision knows it: members of later revisions are taken out, nothing is put in. */
export function projectHandshakeResult(method: string, result: JsonObject, version: HandshakeVersion): JsonObject {
  const plain = withoutServerInfo(omit(result, STATELESS_MEMBERS));
  const { tools } = plain;
  if (method === 'tools/list' && Array.isArray(tools)) {
    return { ...plain, tools: tools.map((tool: Json) => (isJsonObject(tool) ? projectTool(tool, version) : tool)) };
  }
  if (method === 'tools/call') {
    const structured = plain.structuredContent;
    const kept = version >= STRUCTURED_CONTENT_SINCE && isJsonObject(structured);
    return kept ? plain : omit(plain, ['structuredContent']);
  }
  return plain;
}

function projectTool(tool: JsonObject, version: HandshakeVersion): JsonObject {
  const unknown = TOOL_FIELD_SINCE.filter(([, since]) => version < since).map(([field]) => field);
  // Before 2026-07-28 the root of an output schema is an object.
  const schema = tool.outputSchema;
  if (isJsonObject(schema) && schema.type !== 'object') unknown.push('outputSchema');
  return omit(tool, unknown);
}

function withoutServerInfo(result: JsonObject): JsonObject {
  const meta = result._meta;
  if (!isJsonObject(meta) || meta[META_KEYS.serverInfo] === undefined) return result;
  const rest = omit(meta, [META_KEYS.serverInfo]);
  return Object.keys(rest).length === 0 ? omit(result, ['_meta']) : { ...result, _meta: rest };
}
