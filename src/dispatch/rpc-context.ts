import type { JsonObject, Locale, Principal } from '../kernel/index.js';
import type { CallOrigin } from '../pipeline/index.js';
import type { RequestMeta, RpcId, Wire } from '../protocol/index.js';

/** One request or notification on its way to its handler: what it says and what the transport knows about it. */
export interface RpcContext {
  /** The form of the answer. */
  readonly wire: Wire;
  readonly method: string;
  /** Absent on a notification. */
  readonly id?: RpcId;
  /** Empty when the message has none. */
  readonly params: JsonObject;
  readonly meta: RequestMeta;
  /** Absent only where the transport lets strangers in: `server/discover`. */
  readonly principal?: Principal;
  readonly locale: Locale;
  readonly origin: CallOrigin;
  /** The header `Idempotency-Key`, unchecked; never set for an element of a batch. */
  readonly idempotencyKey?: string;
  /** Ends this message alone. The transport aborts it with `'disconnected'`, a cancellation with `'cancelled'`. */
  readonly abort: AbortController;
}

/** A message of a known caller. */
export type KnownCaller = RpcContext & { readonly principal: Principal };

/** True when the transport found out who is calling. */
export function hasCaller(context: RpcContext): context is KnownCaller {
  return context.principal !== undefined;
}
