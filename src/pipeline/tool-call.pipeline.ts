import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, RANDOM, type Clock, type Random } from '../kernel/index.js';
import { Draining, Logger } from '../platform/index.js';
import type { CallState } from './call-state.js';
import { compose } from './compose.js';
import { AdmitStep } from './steps/admit.js';
import { MaskStep } from './steps/mask.js';
import { RecordStep } from './steps/record.js';
import { RunStep } from './steps/run.js';
import { ScopeStep } from './steps/scope.js';
import { ValidateInputStep } from './steps/validate-input.js';
import { ValidateOutputStep } from './steps/validate-output.js';
import { toAppError } from './to-app-error.js';
import type { ToolCall, ToolCallReply } from './tool-call.js';

/** What happens to a tool call, outermost first. Every door (MCP, REST, tasks) calls tools through here. */
@Injectable()
export class ToolCallPipeline {
  private readonly steps: (state: CallState) => Promise<void>;

  constructor(
    record: RecordStep,
    scope: ScopeStep,
    validateInput: ValidateInputStep,
    admit: AdmitStep,
    mask: MaskStep,
    validateOutput: ValidateOutputStep,
    run: RunStep,
    private readonly draining: Draining,
    private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
  ) {
    this.steps = compose([record, scope, validateInput, admit, mask, validateOutput, run]);
  }

  /** Runs one call to its reply; never throws. */
  run(call: ToolCall): Promise<ToolCallReply> {
    return this.draining.track(this.reply(call));
  }

  private async reply(call: ToolCall): Promise<ToolCallReply> {
    const state: CallState = {
      call,
      callId: this.random.uuid(),
      startedAt: this.clock.monotonicMs(),
      meters: new Map(),
      recorded: false,
    };
    try {
      await this.steps(state);
      if (state.reply) return state.reply;
      throw new Error('The pipeline ended without a reply');
    } catch (error) {
      const failure = toAppError(error, this.logger, state.callId);
      return { ok: false, error: failure, code: failure.code };
    }
  }
}
