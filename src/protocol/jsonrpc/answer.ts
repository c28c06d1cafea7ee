import type { Json, JsonObject } from '../../kernel/index.js';
import type { RpcId } from './message.js';

/** The `error` member of an answer. */
export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: Json;
}

export interface RpcResultAnswer {
  readonly jsonrpc: '2.0';
  readonly id: RpcId;
  readonly result: JsonObject;
}

export interface RpcErrorAnswer {
  readonly jsonrpc: '2.0';
  /** Absent in the stateless era when it could not be read: its schema has no null. */
  readonly id?: RpcId | null;
  readonly error: RpcErrorObject;
}

/** A successful answer. */
export function rpcResult(id: RpcId, result: JsonObject): RpcResultAnswer {
  return { jsonrpc: '2.0', id, result };
}

/** An error answer. Pass the `id` of a rejection as it is: `undefined` leaves the member out, null is written. */
export function rpcError(id: RpcId | null | undefined, error: RpcErrorObject): RpcErrorAnswer {
  return id === undefined ? { jsonrpc: '2.0', error } : { jsonrpc: '2.0', id, error };
}
