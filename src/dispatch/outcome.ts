import { AppError, type JsonObject, type LocalText } from '../kernel/index.js';

/** Why a request has no result; `transport/http/error.mapper.ts` adds status and code. */
export type DispatchFault =
  | { readonly reason: 'method_not_found'; readonly method: string }
  | { readonly reason: 'invalid_params'; readonly text: LocalText; readonly data: JsonObject }
  /** An OAuth credential may ask its user for more: HTTP 403. Other credentials get an `isError` result instead. */
  | { readonly reason: 'scope_missing'; readonly text: LocalText; readonly scope?: string }
  /** Nobody is known to be calling, and the method wants somebody. */
  | { readonly reason: 'unauthenticated' }
  /** Not foreseen: the transport logs the error and shows its id alone. */
  | { readonly reason: 'internal'; readonly error: unknown };

/** The `result` member as finished JSON text, or the reason of its absence. */
export type DispatchOutcome =
  { readonly ok: true; readonly json: string } | { readonly ok: false; readonly fault: DispatchFault };

/** The fault that a handler's exception stands for. */
export function faultOf(error: unknown): DispatchFault {
  if (!(error instanceof AppError)) return { reason: 'internal', error };
  const { code, text, data } = error;
  if (code === 'invalid_params' || code === 'unknown_tool') return { reason: 'invalid_params', text, data };
  if (code !== 'scope_missing') return { reason: 'internal', error };
  const scope = data.missing_scope;
  return { reason: 'scope_missing', text, ...(typeof scope === 'string' && { scope }) };
}
