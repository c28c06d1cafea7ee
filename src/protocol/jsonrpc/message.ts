import type { JsonObject } from '../../kernel/index.js';

/** A string of at most 256 characters or an integer within ±(2^53 - 1); 0 and `''` are ids like any other. */
export type RpcId = string | number;

/** A call that expects an answer. */
export interface RpcRequest {
  readonly kind: 'request';
  readonly id: RpcId;
  /** At most 128 characters; not necessarily a method that exists. */
  readonly method: string;
  readonly params?: JsonObject;
}

/** A message without the member `id`: it is never answered. */
export interface RpcNotification {
  readonly kind: 'notification';
  readonly method: string;
  readonly params?: JsonObject;
}

/** The client's answer to a request of the server. */
export interface RpcResponse {
  readonly kind: 'response';
  /** Null or absent only on an error that the client could not attribute. */
  readonly id?: RpcId | null;
  readonly result?: JsonObject;
  readonly error?: JsonObject;
}

export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

/** A request or notification: what names a method. */
export type RpcCall = RpcRequest | RpcNotification;

/** What is wrong with a value that should be a message; the words name the member at fault. */
export type MessageProblem = 'not_an_object' | 'jsonrpc' | 'id' | 'method' | 'params' | 'meta' | 'mixed' | 'response';

export interface MalformedMessage {
  readonly kind: 'malformed';
  readonly problem: MessageProblem;
  /** The id, when there is a legal one. */
  readonly id?: RpcId;
}
