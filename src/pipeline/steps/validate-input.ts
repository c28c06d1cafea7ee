import { Injectable } from '@nestjs/common';
import { invalidInput, validateDto } from '../../platform/index.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';

/** Arguments against the tool's input DTO; nothing is held for a call that could not run. */
@Injectable()
export class ValidateInputStep implements Step<CallState> {
  async around(state: CallState, next: () => Promise<void>): Promise<void> {
    const checked = validateDto(state.call.tool.definition.input, state.call.input);
    if (!checked.ok) throw invalidInput(checked.violations);
    state.input = checked.value;
    await next();
  }
}
