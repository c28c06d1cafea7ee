import { Injectable } from '@nestjs/common';
import type { RpcContext } from '../rpc-context.js';
import { RunningCalls } from '../running-calls.js';

/** `notifications/cancelled`: ends the caller's own running call with that id, when this process runs it. */
@Injectable()
export class CancelledHandler {
  constructor(private readonly running: RunningCalls) {}

  handle({ principal, params }: RpcContext): void {
    const id = params.requestId;
    if (principal === undefined || (typeof id !== 'string' && typeof id !== 'number')) return;
    this.running.cancel(principal, id);
  }
}
