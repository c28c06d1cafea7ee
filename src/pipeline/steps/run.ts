import { Injectable } from '@nestjs/common';
import { Draining } from '../../platform/index.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';
import { aborted, shuttingDown, timedOut } from '../pipeline.errors.js';
import { ToolRun } from '../tool-run.js';

/** Innermost: the tool itself, with a time limit and a signal that it should obey. */
@Injectable()
export class RunStep implements Step<CallState> {
  private readonly running = new Set<ToolRun>();

  constructor(draining: Draining) {
    draining.signal.addEventListener('abort', () => this.running.forEach((run) => run.end(shuttingDown())));
  }

  async around(state: CallState): Promise<void> {
    const { signal, tool } = state.call;
    const { timeoutMs } = tool.definition;
    const run = new ToolRun(state);
    const gone = () => aborted(signal.reason === 'cancelled' ? 'cancelled' : 'disconnected');
    const hangUp = (): void => run.end(gone());
    const timer = setTimeout(() => run.end(timedOut(tool.name, timeoutMs)), timeoutMs);
    signal.addEventListener('abort', hangUp, { once: true });
    this.running.add(run);
    try {
      if (signal.aborted) throw gone();
      state.output = await run.answerOf(tool.run(state.input ?? {}, run));
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', hangUp);
      this.running.delete(run);
    }
  }
}
