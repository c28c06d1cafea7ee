import { isJsonObject, type Json, type JsonObject } from '../../kernel/index.js';
import type { MalformedMessage, MessageProblem, RpcId, RpcMessage, RpcResponse } from './message.js';
import { isWellFormed } from './well-formed.js';

/** The longest id of type string, in UTF-16 units. */
const MAX_ID_LENGTH = 256;
/** The longest method name, in UTF-16 units. */
const MAX_METHOD_LENGTH = 128;

/**
 * Reads a parsed value as one JSON-RPC 2.0 message by MCP's rules: `params` is an object or absent (JSON-RPC would allow
 * an array), an id is a string or an integer and never null. Members that JSON-RPC does not know are ignored.
 */
export function readMessage(value: Json): RpcMessage | MalformedMessage {
  if (!isJsonObject(value)) return malformed('not_an_object');
  const id = isRpcId(value.id) ? value.id : undefined;
  if (value.jsonrpc !== '2.0') return malformed('jsonrpc', id);
  const method = value.method;
  if (method === undefined) return readResponse(value, id);
  // Presence decides, not truth: `id: null` is a faulty request, not a notification.
  if (value.id !== undefined && id === undefined) return malformed('id');
  if (typeof method !== 'string' || method.length > MAX_METHOD_LENGTH || !isWellFormed(method)) {
    return malformed('method', id);
  }
  if (value.result !== undefined || value.error !== undefined) return malformed('mixed', id);
  const params = value.params;
  if (params === undefined)
    return id === undefined ? { kind: 'notification', method } : { kind: 'request', id, method };
  if (!isJsonObject(params)) return malformed('params', id);
  if (params._meta !== undefined && !isJsonObject(params._meta)) return malformed('meta', id);
  return id === undefined ? { kind: 'notification', method, params } : { kind: 'request', id, method, params };
}

/**
 * True for an id that can be echoed exactly. Integers beyond 2^53 - 1 were rounded by the parser and are refused, as is
 * 1e400 (Infinity).
 */
function isRpcId(value: Json | undefined): value is RpcId {
  if (typeof value === 'string') return value.length <= MAX_ID_LENGTH && isWellFormed(value);
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function readResponse(value: JsonObject, id: RpcId | undefined): RpcResponse | MalformedMessage {
  const { result, error } = value;
  if (result === undefined && error === undefined) return malformed('method', id);
  if ((result !== undefined && error !== undefined) || value.params !== undefined) return malformed('mixed', id);
  if (error !== undefined) {
    if (!isErrorObject(error)) return malformed('response', id);
    if (id !== undefined) return { kind: 'response', id, error };
    // JSON-RPC 2.0, section 5: null when the id of the request could not be read; MCP 2025-11-25 lets it be absent.
    return value.id === undefined || value.id === null ? { kind: 'response', id: null, error } : malformed('id');
  }
  if (id === undefined) return malformed('id');
  return isJsonObject(result) ? { kind: 'response', id, result } : malformed('response', id);
}

function isErrorObject(value: Json): value is JsonObject {
  return isJsonObject(value) && Number.isSafeInteger(value.code) && typeof value.message === 'string';
}

function malformed(problem: MessageProblem, id?: RpcId): MalformedMessage {
  return id === undefined ? { kind: 'malformed', problem } : { kind: 'malformed', problem, id };
}
