import type { AppError, JsonObject } from '../kernel/index.js';
import type { Outcome, ToolCall, ToolCallReply } from './tool-call.js';

/** What the masked result left behind for the audit. */
export interface MaskReport {
  readonly types: readonly string[];
  readonly count: number;
  /** True when the caller's right let personal data through. */
  readonly unmasked: boolean;
}

/** The state of one call on its way through the steps; each step fills what the next ones read. */
export interface CallState {
  readonly call: ToolCall;
  readonly callId: string;
  /** Monotonic milliseconds. */
  readonly startedAt: number;
  /** Counts of metered units, as the tool reported them. */
  readonly meters: Map<string, number>;
  /** By `validateInput`. */
  input?: object;
  /** By `run`. */
  output?: object;
  /** By `mask`: the object that leaves, its text, and what was masked. */
  masked?: { readonly structured: JsonObject; readonly text: string; readonly pii: MaskReport };
  /** True once the terminal record of this call is written (or the sweeper will write it). */
  recorded: boolean;
  outcome?: Outcome;
  failure?: AppError;
  reply?: ToolCallReply;
}
