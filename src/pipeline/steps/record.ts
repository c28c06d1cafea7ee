import { Inject, Injectable } from '@nestjs/common';
import { CallRegister } from '../../calls/index.js';
import { CLOCK, type Clock } from '../../kernel/index.js';
import { Logger, Metrics } from '../../platform/index.js';
import { CallRecords } from '../call-records.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';
import { outcomeOf } from '../outcome.js';
import { notAccepted } from '../pipeline.errors.js';
import { toAppError } from '../to-app-error.js';

/** Outermost: whatever happens inside, exactly one terminal record follows, and the caller gets a reply. */
@Injectable()
export class RecordStep implements Step<CallState> {
  constructor(
    private readonly register: CallRegister,
    private readonly records: CallRecords,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async around(state: CallState, next: () => Promise<void>): Promise<void> {
    try {
      await next();
    } catch (error) {
      state.failure = toAppError(error, this.logger, state.callId);
      state.outcome = outcomeOf(state.failure.code);
      await this.recordRefusal(state);
      state.reply ??= { ok: false, error: state.failure, code: state.failure.code };
    }
    const { call, startedAt } = state;
    this.metrics.toolCall(call.tool.name, state.outcome ?? 'success', this.clock.monotonicMs() - startedAt);
  }

  // A call that was refused before admission has no register row: its record is all there is of it.
  private async recordRefusal(state: CallState): Promise<void> {
    if (state.recorded) return;
    try {
      await this.register.settle({
        callId: state.callId,
        userId: state.call.principal.userId,
        registered: false,
        outcome: state.outcome ?? 'internal_error',
        capture: 0n,
        record: this.records.refusal(state),
      });
      state.recorded = true;
    } catch (error) {
      state.failure = notAccepted(this.logger.reportError(error, { callId: state.callId }));
    }
  }
}
