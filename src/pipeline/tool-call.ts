import type { AppError, Credits, ErrorCode, JsonObject, Locale, Principal } from '../kernel/index.js';
import type { CatalogTool } from '../catalog/index.js';

/** Where a call came in; recorded with it. */
export interface CallOrigin {
  /** The surface: `main`, `city`, `api`, `stream`, or the REST door `rest`. */
  readonly surface: string;
  readonly era: 'handshake' | 'stateless' | 'none';
  /** Position in a batch. */
  readonly batchIndex?: number;
  readonly ip: string;
  readonly userAgent?: string;
  readonly clientName?: string;
  /** W3C trace id, 32 hex digits. */
  readonly traceId: string;
}

/** A call as a door hands it to the pipeline. */
export interface ToolCall {
  readonly principal: Principal;
  readonly tool: CatalogTool;
  /** Not yet validated. */
  readonly input: JsonObject;
  readonly origin: CallOrigin;
  readonly locale: Locale;
  /** From `_meta` or the header `Idempotency-Key`; 1..128 visible ASCII characters. */
  readonly idempotencyKey?: string;
  /** Aborts when the client hangs up or cancels; `reason` is `'disconnected'` or `'cancelled'`. */
  readonly signal: AbortSignal;
  readonly progress?: (done: number, total?: number, message?: string) => void;
}

/** How a call ended; the `outcome` of its terminal audit record. */
export type Outcome =
  | 'success'
  | 'tool_error'
  | 'denied'
  | 'rate_limited'
  | 'insufficient_credits'
  | 'invalid'
  | 'timeout'
  | 'cancelled'
  | 'disconnected'
  | 'internal_error';

/** What a call cost and what is left: `_meta` of the answer under a reverse-DNS key. */
export interface Receipt {
  readonly callId: string;
  readonly price: Credits;
  readonly charged: Credits;
  /** Absent for free tools: their calls do not touch the account. */
  readonly available?: Credits;
  readonly traceId: string;
  readonly auditId: string;
  /** True when the answer is the stored one of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
}

/** The answer of the pipeline: a masked result or the reason of its absence, with the receipt. */
export type ToolCallReply =
  | {
      readonly ok: true;
      /** The masked result as an object. */
      readonly structured: JsonObject;
      /** The same object as JSON text; a replay returns these very bytes. */
      readonly text: string;
      readonly receipt: Receipt;
    }
  | { readonly ok: false; readonly error: AppError; readonly code: ErrorCode; readonly receipt?: Receipt };
