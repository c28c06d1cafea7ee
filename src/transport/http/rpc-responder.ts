import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Dispatcher, type DispatchOutcome } from '../../dispatch/index.js';
import type { Principal } from '../../kernel/index.js';
import {
  rejection,
  type HandshakeBatch,
  type HandshakeSingle,
  type Inbound,
  type RpcId,
  type StatelessSingle,
} from '../../protocol/index.js';
import type { HttpAnswer } from './answer.js';
import { ContextFactory } from './context.factory.js';
import { ErrorMapper } from './error.mapper.js';
import type { Exchange } from './exchange.js';
import { mapBounded } from './map-bounded.js';

/** Nothing to answer: only notifications. */
const ACCEPTED: HttpAnswer = { status: 202 };

/** Has the messages of a body answered and writes the answers as JSON-RPC. */
@Injectable()
export class RpcResponder {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'mcp'>,
    private readonly dispatcher: Dispatcher,
    private readonly contexts: ContextFactory,
    private readonly errors: ErrorMapper,
  ) {}

  /** The HTTP answer to a classified body. */
  async answer(inbound: Inbound, exchange: Exchange, principal: Principal | undefined): Promise<HttpAnswer> {
    switch (inbound.kind) {
      case 'reject':
        return this.errors.rejection(inbound.rejection, exchange.locale);
      case 'single':
        exchange.era = inbound.era;
        return this.single(inbound, exchange, principal);
      case 'batch':
        return this.batch(inbound, exchange, principal);
    }
  }

  private async single(
    inbound: HandshakeSingle | StatelessSingle,
    exchange: Exchange,
    principal: Principal | undefined,
  ): Promise<HttpAnswer> {
    const { message } = inbound;
    if (message.kind === 'response') {
      const refused = rejection(inbound.era, undefined, { reason: 'response_not_allowed' });
      return this.errors.rejection(refused, exchange.locale);
    }
    const context = this.contexts.make({ inbound, message, exchange, principal });
    if (message.kind === 'notification') {
      this.dispatcher.notify(context);
      return ACCEPTED;
    }
    exchange.id = message.id;
    const outcome = await this.dispatcher.dispatch(context);
    if (outcome.ok) return { status: 200, body: written(message.id, outcome.json) };
    return this.errors.fault(outcome.fault, failed(exchange, message.id, context.origin.traceId));
  }

  /** Each element is answered by itself, at most `batchConcurrency` at a time; the answers keep the order of requests. */
  private async batch(
    inbound: HandshakeBatch,
    exchange: Exchange,
    principal: Principal | undefined,
  ): Promise<HttpAnswer> {
    const answers = await mapBounded(
      inbound.messages,
      this.config.mcp.batchConcurrency,
      async (message, batchIndex) => {
        // A client's answer to a question that was never asked: there is nobody to give it to.
        if (message.kind === 'response') return undefined;
        const context = this.contexts.make({ inbound, message, exchange, principal, batchIndex });
        if (message.kind === 'request') {
          const outcome = await this.dispatcher.dispatch(context);
          return this.element(outcome, exchange, message.id, context.origin.traceId);
        }
        this.dispatcher.notify(context);
        return undefined;
      },
    );
    const bodies = answers.filter((body) => body !== undefined);
    return bodies.length === 0 ? ACCEPTED : { status: 200, body: `[${bodies.join(',')}]` };
  }

  private element(outcome: DispatchOutcome, exchange: Exchange, id: RpcId, traceId: string): string | undefined {
    if (outcome.ok) return written(id, outcome.json);
    return this.errors.fault(outcome.fault, failed(exchange, id, traceId)).body;
  }
}

function failed({ surface, era, locale }: Exchange, id: RpcId, traceId: string) {
  return { surface, era, locale, id, traceId };
}

function written(id: RpcId, resultJson: string): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${resultJson}}`;
}
