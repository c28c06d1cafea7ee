import { Injectable } from '@nestjs/common';
import { whyRefused } from '../../catalog/index.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';
import { refused } from '../pipeline.errors.js';

/** May this principal call this tool at all: scope, read-only mark, plan, right. */
@Injectable()
export class ScopeStep implements Step<CallState> {
  async around({ call }: CallState, next: () => Promise<void>): Promise<void> {
    const refusal = whyRefused(call.tool, call.principal);
    if (refusal) throw refused(call.tool, refusal);
    await next();
  }
}
