import type { ErrorCode } from '../kernel/index.js';
import type { Outcome } from './tool-call.js';

const OUTCOMES: Partial<Record<ErrorCode, Outcome>> = {
  invalid_input: 'invalid',
  invalid_params: 'invalid',
  scope_missing: 'denied',
  right_missing: 'denied',
  plan_required: 'denied',
  idempotency_conflict: 'denied',
  idempotency_mismatch: 'denied',
  rate_limited: 'rate_limited',
  insufficient_credits: 'insufficient_credits',
  tool_failed: 'tool_error',
  not_found: 'tool_error',
  conflict: 'tool_error',
  timeout: 'timeout',
  cancelled: 'cancelled',
  disconnected: 'disconnected',
};

/** How a failed call is recorded; what nobody foresaw is an internal error. */
export const outcomeOf = (code: ErrorCode): Outcome => OUTCOMES[code] ?? 'internal_error';
