import type { JsonObject } from './json.js';
import type { LocalText } from './locale.js';

/**
 * Why something could not be done. `transport/http/error.mapper.ts` (MCP) and `platform/http` (REST)
 * are the only places where a code becomes a status.
 */
export const ERROR_CODES = [
  'invalid_input',
  'invalid_params',
  'unknown_tool',
  'unauthenticated',
  'login_failed',
  'scope_missing',
  'right_missing',
  'plan_required',
  'rate_limited',
  'insufficient_credits',
  'idempotency_conflict',
  'idempotency_mismatch',
  'not_found',
  'conflict',
  'tool_failed',
  'timeout',
  'cancelled',
  'disconnected',
  'audit_unavailable',
  'unavailable',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** A failure that a person can be told about: a stable code, a text in every language, machine-readable details. */
export class AppError extends Error {
  override readonly name = 'AppError';

  constructor(
    readonly code: ErrorCode,
    readonly text: LocalText,
    readonly data: JsonObject = {},
    options?: ErrorOptions,
  ) {
    super(text.en, options);
  }
}
