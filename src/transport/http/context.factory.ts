import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { RpcContext } from '../../dispatch/index.js';
import { RANDOM, type JsonObject, type Principal, type Random } from '../../kernel/index.js';
import { clientAddress, neutralise, readTraceId } from '../../platform/index.js';
import {
  HANDSHAKE_VERSIONS,
  metaOf,
  type HandshakeBatch,
  type HandshakeSingle,
  type RpcCall,
  type StatelessSingle,
  type Wire,
} from '../../protocol/index.js';
import type { Exchange } from './exchange.js';

/** A message and where it came from. */
interface Arrival {
  readonly inbound: HandshakeSingle | HandshakeBatch | StatelessSingle;
  readonly message: RpcCall;
  readonly exchange: Exchange;
  readonly principal: Principal | undefined;
  readonly batchIndex?: number;
}

const NO_PARAMS: JsonObject = {};
const LONGEST_USER_AGENT = 256;

/** Writes down what the handlers may know of a message. */
@Injectable()
export class ContextFactory {
  /** Parsing an address costs more than all the rest here, and a connection keeps its own. */
  private readonly addresses = new WeakMap<Socket, string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'http'>,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  make({ inbound, message, exchange, principal, batchIndex }: Arrival): RpcContext {
    const { request } = exchange;
    const meta = metaOf(message);
    const userAgent = request.headers['user-agent'];
    // One key for several calls would make the second one a replay of the first.
    const key = batchIndex === undefined ? request.headers['idempotency-key'] : undefined;
    return {
      wire: wireOf(inbound),
      method: message.method,
      ...(message.kind === 'request' && { id: message.id }),
      params: message.params ?? NO_PARAMS,
      meta,
      ...(principal !== undefined && { principal }),
      locale: exchange.locale,
      origin: {
        surface: exchange.surface.name,
        era: inbound.era,
        ...(batchIndex !== undefined && { batchIndex }),
        ip: this.addressOf(exchange),
        ...(userAgent !== undefined && { userAgent: neutralise(userAgent, LONGEST_USER_AGENT) }),
        ...(meta.clientInfo !== undefined && { clientName: neutralise(meta.clientInfo.name) }),
        traceId: readTraceId(request.headers.traceparent) ?? readTraceId(meta.traceparent) ?? this.newTraceId(),
      },
      ...(typeof key === 'string' && { idempotencyKey: key }),
      abort: exchange.newAbort(),
    };
  }

  private addressOf({ request }: Exchange): string {
    const { trustProxyHops } = this.config.http;
    if (trustProxyHops > 0) return clientAddress(request, trustProxyHops);
    const known = this.addresses.get(request.socket);
    if (known !== undefined) return known;
    const address = clientAddress(request, 0);
    this.addresses.set(request.socket, address);
    return address;
  }

  private newTraceId(): string {
    return this.random.uuid().replaceAll('-', '');
  }
}

/**
 * The form to answer in. Without a version header the client is served by the rules of 2025-03-26, but gets the fields of
 * the newest handshake revision: seeds 001 and 003 show a plain curl reading `structuredContent`.
 */
function wireOf(inbound: HandshakeSingle | HandshakeBatch | StatelessSingle): Wire {
  if (inbound.era === 'stateless') return { era: 'stateless', version: inbound.version };
  return { era: 'handshake', version: inbound.versionFrom === 'default' ? HANDSHAKE_VERSIONS[0] : inbound.version };
}
