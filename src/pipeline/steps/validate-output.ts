import { Injectable } from '@nestjs/common';
import { validateDto } from '../../platform/index.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';

/** The tool's answer against its output DTO: a tool that breaks its published schema has crashed, nothing is charged. */
@Injectable()
export class ValidateOutputStep implements Step<CallState> {
  async around(state: CallState, next: () => Promise<void>): Promise<void> {
    await next();
    const checked = validateDto(state.call.tool.definition.output, state.output);
    if (!checked.ok) {
      // Fields only: the values may be personal data, and this text goes to the log.
      const fields = checked.violations.map((violation) => violation.field).join(', ');
      throw new Error(`${state.call.tool.name} broke its output schema at ${fields}`);
    }
    // The copy has no null, which the published schemas do not know.
    state.output = checked.value;
  }
}
