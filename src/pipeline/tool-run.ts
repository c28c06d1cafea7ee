import type { AppError } from '../kernel/index.js';
import type { ToolContext } from '../toolkit/index.js';
import type { CallState } from './call-state.js';

/**
 * One run of a tool: the context that the tool sees, and the way to end it from outside. The signal is made when the tool
 * asks for it: most tools answer at once and never do.
 */
export class ToolRun implements ToolContext {
  private controller: AbortController | undefined;
  private reason: AppError | undefined;
  private reject: ((reason: AppError) => void) | undefined;

  constructor(private readonly state: CallState) {}

  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.reason) this.controller.abort(this.reason);
    return this.controller.signal;
  }

  get locale() {
    return this.state.call.locale;
  }

  get caller() {
    const { organisationId, userId } = this.state.call.principal;
    return { organisationId, userId };
  }

  progress(done: number, total?: number, message?: string): void {
    this.state.call.progress?.(done, total, message);
  }

  meter(name: string, count: number): void {
    const { meters } = this.state;
    meters.set(name, (meters.get(name) ?? 0) + count);
  }

  /** Ends the run for `reason`; the first one counts. */
  end(reason: AppError): void {
    if (this.reason) return;
    this.reason = reason;
    this.controller?.abort(reason);
    this.reject?.(reason);
  }

  /** The tool's answer, or the reason for which the run was ended before: a tool that ignores its signal is not waited for. */
  answerOf(work: Promise<object> | object): Promise<object> {
    if (this.reason) return Promise.reject(this.reason);
    if (!(work instanceof Promise)) return Promise.resolve(work);
    return new Promise((resolve, reject) => {
      this.reject = reject;
      work.then(resolve, reject);
    });
  }
}
