import { Injectable } from '@nestjs/common';
import { projectResult } from '../protocol/index.js';
import type { Handler, HandlerReply, OpenHandler } from './handler.js';
import { CancelledHandler } from './handlers/cancelled.handler.js';
import { MethodRegistry } from './method-registry.js';
import { faultOf, type DispatchFault, type DispatchOutcome } from './outcome.js';
import { hasCaller, type RpcContext } from './rpc-context.js';
import { SERVER } from './server.js';

/** Hands a message to its handler and writes the handler's reply in the caller's version of the protocol. */
@Injectable()
export class Dispatcher {
  constructor(
    private readonly methods: MethodRegistry,
    private readonly cancelled: CancelledHandler,
  ) {}

  /** Answers a request; never throws. */
  async dispatch(context: RpcContext): Promise<DispatchOutcome> {
    const { wire, method } = context;
    const handler = this.methods.find(wire.era, method);
    if (handler === undefined) return refused({ reason: 'method_not_found', method });
    try {
      const reply = answer(handler, context);
      if (reply === undefined) return refused({ reason: 'unauthenticated' });
      return { ok: true, json: write(context, reply instanceof Promise ? await reply : reply) };
    } catch (error) {
      return refused(faultOf(error));
    }
  }

  /** Takes a notification, which is never answered; those that mean nothing in its era are ignored. */
  notify(context: RpcContext): void {
    if (context.wire.era === 'handshake' && context.method === 'notifications/cancelled')
      this.cancelled.handle(context);
  }
}

function answer(handler: Handler | OpenHandler, context: RpcContext): HandlerReply | Promise<HandlerReply> | undefined {
  if (handler.open === true) return handler.handle(context);
  return hasCaller(context) ? handler.handle(context) : undefined;
}

function refused(fault: DispatchFault): DispatchOutcome {
  return { ok: false, fault };
}

function write({ wire, method }: RpcContext, { result, cache, written }: HandlerReply): string {
  const json = JSON.stringify(projectResult(wire, method, result, SERVER, cache));
  if (written === undefined) return json;
  const member = `{"${written.member}":${written.json}`;
  return json === '{}' ? `${member}}` : `${member},${json.slice(1)}`;
}
