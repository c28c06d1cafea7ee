import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Authenticator } from '../../identity/index.js';
import type { Locale, Principal } from '../../kernel/index.js';
import { corsHeaders, Draining, negotiateLocale, preflightHeaders } from '../../platform/index.js';
import { classify, type Inbound } from '../../protocol/index.js';
import type { HttpAnswer } from './answer.js';
import { bodyInTime } from './body-in-time.js';
import { DoorKeeper } from './door-keeper.js';
import { ErrorMapper } from './error.mapper.js';
import { Exchange } from './exchange.js';
import { describedAt, writeMetadata } from './protected-resource.js';
import { authorizationOf, headerOf } from './request-headers.js';
import { RpcResponder } from './rpc-responder.js';
import { pathOf, surfaceAt, type Surface } from './surfaces.js';

/** A whole request, headers and body, must have arrived by then, ms; the headers alone sooner. */
const REQUEST_TIMEOUT_MS = 30_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** What a stranger may send to ask what the server is, bytes. */
const STRANGERS_BODY = 16_384;

/**
 * Serves the MCP paths as a plain listener in front of Express: the router and body parser of Nest would cost about as
 * much as everything else that a call needs (docs/adr/0003).
 */
@Injectable()
export class McpListener {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'http' | 'mcp' | 'locale'>,
    private readonly authenticator: Authenticator,
    private readonly door: DoorKeeper,
    private readonly responder: RpcResponder,
    private readonly errors: ErrorMapper,
    private readonly draining: Draining,
  ) {}

  /** Takes the requests of the server; those of other paths go on to the listeners that it had. */
  mount(server: Server): void {
    server.requestTimeout = REQUEST_TIMEOUT_MS;
    server.headersTimeout = HEADERS_TIMEOUT_MS;
    const behind = server.listeners('request') as RequestListener[];
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (!this.take(request, response)) for (const next of behind) next.call(server, request, response);
    });
  }

  private take(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '', method = '' } = request;
    const surface = surfaceAt(url);
    if (surface !== undefined) {
      this.handle(surface, request, response);
      return true;
    }
    const described = this.config.mcp.enabled ? describedAt(pathOf(url)) : undefined;
    if (described !== undefined) writeMetadata(response, method, described, this.config.http.publicUrl);
    return described !== undefined;
  }

  private handle(surface: Surface, request: IncomingMessage, response: ServerResponse): void {
    const cors = corsHeaders(request.headers.origin, this.config.http);
    const exchange = new Exchange(surface, request, response, cors, this.localeOf(request));
    // Tracked from here, so that a stop waits also for a call that is still being read or authenticated.
    this.draining
      .track(this.answer(exchange))
      .then((answer) => answer !== undefined && exchange.send(answer))
      .catch((error: unknown) => exchange.send(this.errors.unexpected(error, exchange)));
  }

  /** First hit wins: door, preflight, caller, and what `read` looks at. Undefined: the client is gone. */
  private async answer(exchange: Exchange): Promise<HttpAnswer | undefined> {
    const { surface, request } = exchange;
    const refused = this.door.refuse(surface, request);
    if (refused !== undefined) return this.errors.refusal(refused, exchange.locale, surface);
    if (request.method === 'OPTIONS') return this.preflight(request);
    const caller = await this.identify(request);
    if ('principal' in caller) {
      const { principal } = caller;
      if (principal.locale !== undefined) exchange.locale = this.localeOf(request, principal.locale);
      const inbound = await this.read(exchange, this.config.http.bodyLimitBytes);
      return isInbound(inbound) ? this.responder.answer(inbound, exchange, principal) : inbound;
    }
    const unknown = this.errors.authentication(caller.error, exchange);
    if (unknown.status !== 401 || !mayBeDiscovery(request)) return unknown;
    const inbound = await this.read(exchange, STRANGERS_BODY);
    if (!isInbound(inbound)) return inbound;
    return isDiscovery(inbound) ? this.responder.answer(inbound, exchange, undefined) : unknown;
  }

  /** First hit wins: media types, size, time. Undefined: the client hung up in the middle. */
  private async read(exchange: Exchange, limit: number): Promise<Inbound | HttpAnswer | undefined> {
    const { surface, request, locale } = exchange;
    const unreadable = this.door.refuseBody(request);
    if (unreadable !== undefined) return this.errors.refusal(unreadable, locale, surface);
    const reading = await bodyInTime(request, limit);
    if (reading.ok) return classifyBody(request, reading.bytes);
    return reading.reason === 'aborted' ? undefined : this.errors.refusal(reading.reason, locale, surface);
  }

  private async identify(request: IncomingMessage): Promise<{ principal: Principal } | { error: unknown }> {
    try {
      return { principal: await this.authenticator.authenticate(authorizationOf(request), { audience: 'mcp' }) };
    } catch (error) {
      return { error };
    }
  }

  private preflight({ headers }: IncomingMessage): HttpAnswer {
    const requested = headers['access-control-request-headers'];
    return { status: 204, headers: preflightHeaders(headers.origin, requested, this.config.http) };
  }

  private localeOf({ headers }: IncomingMessage, account?: Locale): Locale {
    const wanted = headers['accept-language'];
    // Most programs send nothing or `*`, which says nothing.
    if (wanted === undefined || wanted === '*') return account ?? this.config.locale;
    return negotiateLocale(wanted, account, this.config.locale);
  }
}

/** Nobody in particular may ask `server/discover`, and only that; the header tells before the body is read. */
function mayBeDiscovery({ headers }: IncomingMessage): boolean {
  return headers.authorization === undefined && headers['mcp-method'] === 'server/discover';
}

function isInbound(read: Inbound | HttpAnswer | undefined): read is Inbound {
  return read !== undefined && 'kind' in read;
}

function isDiscovery(inbound: Inbound): boolean {
  if (inbound.kind !== 'single' || inbound.era !== 'stateless') return false;
  return inbound.message.kind === 'request' && inbound.message.method === 'server/discover';
}

function classifyBody(request: IncomingMessage, body: Uint8Array): Inbound {
  return classify({
    headers: {
      protocolVersion: headerOf(request, 'mcp-protocol-version'),
      mcpMethod: headerOf(request, 'mcp-method'),
      mcpName: headerOf(request, 'mcp-name'),
    },
    body,
  });
}
