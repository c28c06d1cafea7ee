import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { ToolListCache, ToolRegistry, type CatalogTool } from '../../src/catalog/index.js';
import { CONFIG, readConfig, type Config } from '../../src/config/index.js';
import { Dispatcher } from '../../src/dispatch/index.js';
import { CancelledHandler } from '../../src/dispatch/handlers/cancelled.handler.js';
import { DiscoverHandler } from '../../src/dispatch/handlers/discover.handler.js';
import { InitializeHandler } from '../../src/dispatch/handlers/initialize.handler.js';
import { PingHandler } from '../../src/dispatch/handlers/ping.handler.js';
import { ToolsCallHandler } from '../../src/dispatch/handlers/tools-call.handler.js';
import { ToolsListHandler } from '../../src/dispatch/handlers/tools-list.handler.js';
import { MethodRegistry } from '../../src/dispatch/method-registry.js';
import { RunningCalls } from '../../src/dispatch/running-calls.js';
import { Authenticator } from '../../src/identity/index.js';
import { AppError, credits, RANDOM, type JsonObject, type Principal } from '../../src/kernel/index.js';
import { ToolCallPipeline, type ToolCall, type ToolCallReply } from '../../src/pipeline/index.js';
import { createLogger, Draining, Logger } from '../../src/platform/index.js';
import { ContextFactory } from '../../src/transport/http/context.factory.js';
import { DoorKeeper } from '../../src/transport/http/door-keeper.js';
import { ErrorMapper } from '../../src/transport/http/error.mapper.js';
import { McpListener } from '../../src/transport/http/mcp.listener.js';
import { RpcResponder } from '../../src/transport/http/rpc-responder.js';
import { exampleTool } from './example-tool.js';
import { SeededRandom } from './time.js';

/** A principal for tests who may call every tool. */
export function examplePrincipal(change: Partial<Principal> = {}): Principal {
  return {
    organisationId: 'org-1',
    userId: 'user-1',
    accountId: 'account-1',
    credential: { kind: 'api_key', id: 'key-1', readOnly: false },
    scopes: new Set(['tools']),
    rights: new Set(['heat:read'] as const),
    suites: new Set(['*']),
    ...change,
  };
}

/** A successful reply of the pipeline. */
export function okReply(structured: JsonObject, change: Partial<ToolCallReply & { ok: true }> = {}): ToolCallReply {
  const receipt = {
    callId: 'call-1',
    price: credits(2),
    charged: credits('1.5'),
    available: credits(98),
    traceId: '0af7651916cd43dd8448eb211c80319c',
    auditId: 'audit-1',
    replayed: false,
  };
  return { ok: true, structured, text: JSON.stringify(structured), receipt, ...change };
}

/** What a test may replace; the rest is the real thing. */
export interface DoorParts {
  readonly tools?: readonly CatalogTool[];
  readonly run?: (call: ToolCall) => Promise<ToolCallReply>;
  /** Bearer token -> principal. */
  readonly tokens?: Readonly<Record<string, Principal>>;
  readonly authenticate?: Authenticator['authenticate'];
  readonly env?: Readonly<Record<string, string>>;
}

const METHODS = [InitializeHandler, PingHandler, DiscoverHandler, ToolsListHandler, ToolsCallHandler, CancelledHandler];

/** Dispatch over a fake pipeline: no database. */
export async function makeDispatch(parts: DoorParts = {}, more: readonly Provider[] = []) {
  const run = parts.run ?? ((call: ToolCall) => Promise.resolve(okReply({ echo: call.input })));
  const registry = new ToolRegistry();
  registry.fill(parts.tools ?? [exampleTool()]);
  const module = await Test.createTestingModule({
    providers: [
      Dispatcher,
      MethodRegistry,
      RunningCalls,
      ToolListCache,
      ...METHODS,
      { provide: ToolRegistry, useValue: registry },
      { provide: ToolCallPipeline, useValue: { run } },
      ...more,
    ],
  }).compile();
  return { module, dispatcher: module.get(Dispatcher), running: module.get(RunningCalls), registry };
}

/** The MCP listener on a real HTTP server over a fake authenticator and a fake pipeline. */
export async function startDoor(parts: DoorParts = {}) {
  const config: Config = readConfig({
    PUBLIC_URL: 'http://localhost:8080',
    CORS_ALLOWED_ORIGINS: 'https://app.example',
    DEFAULT_LOCALE: 'en',
    ...parts.env,
  });
  const random = new SeededRandom();
  const log: string[] = [];
  const tokens: Readonly<Record<string, Principal>> = parts.tokens ?? { good: examplePrincipal() };
  const logger = createLogger({ level: 'error', random, write: (line) => void log.push(line) });
  const { module, dispatcher, running } = await makeDispatch(parts, [
    ContextFactory,
    DoorKeeper,
    ErrorMapper,
    McpListener,
    RpcResponder,
    Draining,
    { provide: CONFIG, useValue: config },
    { provide: RANDOM, useValue: random },
    { provide: Logger, useValue: logger },
    { provide: Authenticator, useValue: { authenticate: parts.authenticate ?? byToken(tokens) } },
  ]);
  const server = createServer((_request, response) => void response.writeHead(299).end('express'));
  module.get(McpListener).mount(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${String(port)}`,
    log,
    running,
    dispatcher,
    draining: module.get(Draining),
    send: (sent: Sent) => send(port, sent),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function byToken(tokens: Readonly<Record<string, Principal>>): Authenticator['authenticate'] {
  return (authorization) => {
    const lines = typeof authorization === 'string' ? [authorization] : (authorization ?? []);
    const token = /^bearer +(\S+)$/i.exec(lines[0] ?? '')?.[1];
    if (lines.length > 1) return Promise.reject(unauthenticated('malformed'));
    if (token === undefined) return Promise.reject(unauthenticated('missing'));
    const principal = tokens[token];
    return principal === undefined ? Promise.reject(unauthenticated('invalid')) : Promise.resolve(principal);
  };
}

function unauthenticated(problem: string): AppError {
  return new AppError('unauthenticated', { ru: 'Нужен "токен"', en: 'A "token" is needed' }, { problem });
}

interface Sent {
  readonly method?: string;
  readonly path?: string;
  /** Name and value by turns, so that a header can be sent twice; `null` leaves the ordinary one out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string | Buffer | JsonObject | readonly JsonObject[];
  readonly signal?: AbortSignal;
}

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The parsed body; undefined when it is empty or not JSON. */
  readonly json: unknown;
}

/** Sends one request, by default an authenticated POST to `/mcp`. */
function send(port: number, { method = 'POST', path = '/mcp', headers = {}, body, signal }: Sent): Promise<Got> {
  const payload = body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const chunked = 'transfer-encoding' in headers || payload === undefined;
  // Node's client leaves the length out of a DELETE or OPTIONS with a body.
  const length = chunked ? {} : { 'content-length': String(Buffer.byteLength(payload)) };
  const usual = { authorization: 'Bearer good', 'content-type': 'application/json', ...length };
  const all = Object.entries<string | readonly string[] | null>({ ...usual, ...headers }).filter(
    ([, value]) => value !== null,
  );
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      port,
      host: '127.0.0.1',
      method,
      path,
      headers: Object.fromEntries(all) as Record<string, string | string[]>,
      agent: false,
      ...(signal !== undefined && { signal }),
    });
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: parse(text) });
      });
    });
    sent.end(payload);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
