import type { JsonObject } from '../kernel/index.js';
import type { CacheHint } from '../protocol/index.js';
import type { KnownCaller, RpcContext } from './rpc-context.js';

/** What a handler found, in the fullest form; the dispatcher projects it to the caller's era and version. */
export interface HandlerReply {
  readonly result: JsonObject;
  /** Only for methods whose results may be cached. */
  readonly cache?: CacheHint;
  /** A member whose JSON exists already; it goes into the result as it is. */
  readonly written?: { readonly member: string; readonly json: string };
}

/**
 * Answers one method. Throws AppError `invalid_params`, `unknown_tool` or `scope_missing` for a JSON-RPC or HTTP error;
 * everything else that it throws is an internal error.
 */
export interface Handler {
  readonly open?: false;
  handle(context: KnownCaller): HandlerReply | Promise<HandlerReply>;
}

/** Answers one method to anybody. */
export interface OpenHandler {
  readonly open: true;
  handle(context: RpcContext): HandlerReply | Promise<HandlerReply>;
}
