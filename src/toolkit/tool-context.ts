import type { Locale } from '../kernel/index.js';

/** Who is asking, as far as a tool may know: enough to narrow what it reads, nothing of money or tokens. */
export interface ToolCaller {
  readonly organisationId: string;
  readonly userId: string;
}

/** What a tool gets beside its input. */
export interface ToolContext {
  /** Aborted on timeout, cancellation or hang-up; long work must stop then. */
  readonly signal: AbortSignal;
  /** The language of the answer's texts. */
  readonly locale: Locale;
  readonly caller: ToolCaller;
  /** Reports progress; `done` must rise. Costs nothing when nobody listens. */
  progress(done: number, total?: number, message?: string): void;
  /** Counts units of a metered price. Counts above the definition's `most` are cut by the hold. */
  meter(name: string, count: number): void;
}
