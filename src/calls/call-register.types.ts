import type { JsonObject } from '../kernel/index.js';

/** A window of calls that must have a free place: at most `calls` in any `ms` milliseconds. */
export interface RateWant {
  readonly key: string;
  readonly calls: number;
  readonly ms: number;
}

/** A call that asks to run. */
export interface AdmissionRequest {
  readonly callId: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly tool: string;
  /** What to hold, micro-credits; 0 touches no account. */
  readonly amount: bigint;
  /** When the hold and the call expire, ms from now: the tool's timeout and a margin. */
  readonly lifetimeMs: number;
  readonly windows: readonly RateWant[];
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** The audit record, named by the columns of `audit_record`. */
  readonly record: JsonObject;
}

export type AdmissionStatus = 'accepted' | 'replay' | 'conflict' | 'mismatch' | 'rate_limited' | 'insufficient_credits';

/** The answer to a request: exactly one of the statuses, and its record is written whatever it is. */
export interface Admission {
  readonly status: AdmissionStatus;
  /** Free places left in the tightest window. */
  readonly remaining?: number;
  /** When that window has a place again, ms. */
  readonly resetMs?: number;
  /** Free micro-credits of the account after the hold; absent for free calls. */
  readonly available?: bigint;
  /** The stored result, when `status` is `replay`. */
  readonly result?: string;
  readonly auditId: string;
}

/** How a call ended, or the refusal of one that was never admitted (`registered: false`). */
export interface SettlementRequest {
  readonly callId: string;
  readonly userId: string;
  readonly registered: boolean;
  readonly outcome: string;
  /** Micro-credits to capture, at most what was held; 0 releases. */
  readonly capture: bigint;
  /** The result is kept under the key; without a result the key is free again. */
  readonly idempotency?: { readonly key: string; readonly result?: string };
  readonly record: JsonObject;
}

/** `late`: the sweeper had ended the call before; nothing was captured. */
export interface Settlement {
  readonly status: 'ended' | 'late' | 'recorded';
  readonly captured: bigint;
  readonly available?: bigint;
  readonly auditId: string;
}
