import type { CredentialKind, JsonObject } from '../kernel/index.js';

/** How something ended: a call or a management action. */
export const AUDIT_OUTCOMES = [
  'success',
  'tool_error',
  'denied',
  'rate_limited',
  'insufficient_credits',
  'invalid',
  'timeout',
  'cancelled',
  'disconnected',
  'internal_error',
] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** Records of calls come in pairs (`accepted` before the tool runs, `terminal` after it), management actions as `event`. */
export const AUDIT_STAGES = ['accepted', 'terminal', 'event'] as const;
export type AuditStage = (typeof AUDIT_STAGES)[number];

/** A management action: a login, a key issued, an export made, the log read. */
export interface AuditEvent {
  /** What was done: `login`, `key_created`, `audit.export`. */
  readonly action: string;
  /** Who did it; absent when nobody is known. */
  readonly actor?: { readonly organisationId: string; readonly userId: string };
  readonly credentialKind?: CredentialKind;
  /** The id of the key or token, never the secret. */
  readonly credentialId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  /** W3C trace id, 32 hex digits. */
  readonly traceId?: string;
  /** `denied` for an action whose name ends in `_failed`, else `success`, when absent. */
  readonly outcome?: AuditOutcome;
  /** Which rule refused it. */
  readonly denialRule?: string;
  /** The id of what the action concerns: a token, a key, a user. */
  readonly targetId?: string;
  /** Further facts; texts are cut at 500 characters, secrets are hidden. */
  readonly details?: JsonObject;
}
