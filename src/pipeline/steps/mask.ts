import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../kernel/index.js';
import { Masker } from '../../privacy/index.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';
import { jsonText } from '../json-text.js';

/** Masks personal data by the caller's right; the text is rendered from the masked object, so the two can't differ. */
@Injectable()
export class MaskStep implements Step<CallState> {
  constructor(private readonly masker: Masker) {}

  async around(state: CallState, next: () => Promise<void>): Promise<void> {
    await next();
    const { tool, principal } = state.call;
    const { value, pii } = this.masker.mask(tool.definition.output, state.output ?? {}, principal);
    const { text, structured } = jsonText(value as JsonObject);
    state.masked = { structured, text, pii };
  }
}
