import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { exampleTool } from '../../test/support/example-tool.js';
import { examplePrincipal, makeDispatch, okReply, type DoorParts } from '../../test/support/mcp-door.js';
import { AppError, type ErrorCode, type JsonObject } from '../kernel/index.js';
import type { ToolCall, ToolCallReply } from '../pipeline/index.js';
import {
  HANDSHAKE_METHODS,
  projectResult,
  STATELESS_METHODS,
  SUPPORTED_VERSIONS,
  type Wire,
} from '../protocol/index.js';
import { toolObject } from '../catalog/index.js';
import { MethodRegistry } from './method-registry.js';
import type { RpcContext } from './rpc-context.js';
import { SERVER } from './server.js';
import { ERROR_KEY, RECEIPT_KEY } from './tool-result.js';

const HANDSHAKE: Wire = { era: 'handshake', version: '2025-11-25' };
const STATELESS: Wire = { era: 'stateless', version: '2026-07-28' };
const KEY = 'io.turnpike/idempotencyKey';

function context(method: string, change: Partial<RpcContext> = {}): RpcContext {
  return {
    wire: HANDSHAKE,
    method,
    id: 1,
    params: {},
    meta: { raw: {} },
    principal: examplePrincipal(),
    locale: 'en',
    origin: { surface: 'main', era: 'handshake', ip: '127.0.0.1', traceId: '0af7651916cd43dd8448eb211c80319c' },
    abort: new AbortController(),
    ...change,
  };
}

async function dispatch(method: string, change: Partial<RpcContext> = {}, parts: DoorParts = {}) {
  const { dispatcher } = await makeDispatch(parts);
  const outcome = await dispatcher.dispatch(context(method, change));
  return outcome.ok ? { result: JSON.parse(outcome.json) as JsonObject } : outcome;
}

function call(params: JsonObject, change: Partial<RpcContext> = {}, parts: DoorParts = {}) {
  return dispatch('tools/call', { params: { name: 'example', ...params }, ...change }, parts);
}

const failing = (code: ErrorCode, data: JsonObject = {}) => ({
  run: (): Promise<ToolCallReply> =>
    Promise.resolve({ ok: false, code, error: new AppError(code, { ru: 'Нельзя', en: 'No' }, data) }),
});

describe('methods', () => {
  it('answers exactly the methods of each era', async () => {
    const { module } = await makeDispatch();
    const methods = module.get(MethodRegistry);
    expect(methods.methods('handshake')).toEqual([...HANDSHAKE_METHODS]);
    expect(methods.methods('stateless')).toEqual([...STATELESS_METHODS]);
    expect([HANDSHAKE_METHODS, STATELESS_METHODS]).toEqual([
      ['initialize', 'ping', 'tools/list', 'tools/call'],
      ['server/discover', 'tools/list', 'tools/call'],
    ]);
  });

  it.each([
    ['nope', HANDSHAKE],
    ['constructor', HANDSHAKE],
    ['__proto__', STATELESS],
    ['server/discover', HANDSHAKE],
    ['initialize', STATELESS],
    ['ping', STATELESS],
  ])('rpc-proto-tool-name: %s is no method in %j', async (method, wire) => {
    expect(await dispatch(method, { wire })).toEqual({ ok: false, fault: { reason: 'method_not_found', method } });
  });

  it('answers the handshake with the negotiated version', async () => {
    const { result } = (await dispatch('initialize')) as { result: JsonObject };
    expect(result).toEqual({
      protocolVersion: '2025-11-25',
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'turnpike', version: SERVER.version },
      instructions: expect.stringContaining('isError'),
    });
  });

  it('names the version of package.json', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(SERVER.version).toBe(version);
  });

  it('ver-discover-and-unknown-method: tells anybody what the server speaks, newest first', async () => {
    const { principal: _nobody, ...stranger } = context('server/discover', { wire: STATELESS, locale: 'ru' });
    const { dispatcher } = await makeDispatch();
    const outcome = await dispatcher.dispatch(stranger);
    expect(outcome.ok && JSON.parse(outcome.json)).toEqual({
      resultType: 'complete',
      supportedVersions: SUPPORTED_VERSIONS,
      capabilities: { tools: { listChanged: false } },
      instructions: expect.stringContaining('Инструменты'),
      ttlMs: 60_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': SERVER },
    });
  });

  it.each(['tools/list', 'tools/call'])('tells a stranger nothing else: %s', async (method) => {
    const { principal: _nobody, ...stranger } = context(method, { params: { name: 'example' } });
    const { dispatcher } = await makeDispatch();
    expect(await dispatcher.dispatch(stranger)).toEqual({ ok: false, fault: { reason: 'unauthenticated' } });
  });

  it('hands an unforeseen exception on as it is', async () => {
    const error = new Error('boom');
    const run = () => Promise.reject(error);
    expect(await call({}, {}, { run })).toEqual({ ok: false, fault: { reason: 'internal', error } });
  });
});

describe('tools/list', () => {
  const tools = [exampleTool(), exampleTool({ name: 'other' }, { right: 'heat:calculate' })];

  it('ver-2026-result-fields: is private and complete in the stateless era', async () => {
    const { result } = (await dispatch('tools/list', { wire: STATELESS }, { tools })) as { result: JsonObject };
    expect(result).toEqual({
      tools: [toolObject(exampleTool(), 'en')],
      resultType: 'complete',
      ttlMs: 30_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': SERVER },
    });
  });

  it.each([
    STATELESS,
    ...(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const).map((version): Wire => ({
      era: 'handshake',
      version,
    })),
  ])('shows the same as the projection of %j, written at once or not', async (wire) => {
    const { result } = (await dispatch('tools/list', { wire }, { tools })) as { result: JsonObject };
    const cache = { ttlMs: 30_000, scope: 'private' } as const;
    const projected = projectResult(wire, 'tools/list', { tools: [toolObject(exampleTool(), 'en')] }, SERVER, cache);
    expect(result).toEqual(JSON.parse(JSON.stringify(projected)));
  });

  it('pages with a cursor and refuses a foreign one', async () => {
    const many = Array.from({ length: 101 }, (_, i) => exampleTool({ name: `tool_${String(i).padStart(3, '0')}` }));
    const { result: first } = (await dispatch('tools/list', {}, { tools: many })) as { result: JsonObject };
    const params = { cursor: first.nextCursor };
    const { result: last } = (await dispatch('tools/list', { params }, { tools: many })) as { result: JsonObject };
    expect(last).toEqual({ tools: [expect.objectContaining({ name: 'tool_100' })] });
    expect(await dispatch('tools/list', { params: { cursor: 'x' } })).toMatchObject({
      fault: { reason: 'invalid_params', text: { en: 'Invalid cursor' } },
    });
  });
});

describe('tools/call', () => {
  it('gives content, structuredContent, isError and the receipt in credits', async () => {
    const run = () => Promise.resolve(okReply({ length: 5 }));
    const { result } = (await call({}, {}, { run })) as { result: JsonObject };
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"length":5}' }],
      structuredContent: { length: 5 },
      isError: false,
      _meta: {
        [RECEIPT_KEY]: {
          callId: 'call-1',
          price: '2',
          charged: '1.5',
          available: '98',
          traceId: '0af7651916cd43dd8448eb211c80319c',
          auditId: 'audit-1',
          replayed: false,
        },
      },
    });
  });

  it('res-error-vs-output-schema: a failure has the text in the language of the caller and no structuredContent', async () => {
    const data = { needed: '2', available: '0', code: 'forged' };
    const { result } = (await call({}, { locale: 'ru' }, failing('insufficient_credits', data))) as {
      result: JsonObject;
    };
    expect(result).toEqual({
      content: [{ type: 'text', text: 'Нельзя' }],
      isError: true,
      _meta: { [ERROR_KEY]: { needed: '2', available: '0', code: 'insufficient_credits' } },
    });
  });

  it('res-arguments-shapes: absent and null arguments are an empty object', async () => {
    const inputs: JsonObject[] = [];
    const run = ({ input }: ToolCall) => Promise.resolve(okReply((inputs.push(input), {})));
    await call({}, {}, { run });
    await call({ arguments: null }, {}, { run });
    await call({ arguments: { a: 1 } }, {}, { run });
    expect(inputs).toEqual([{}, {}, { a: 1 }]);
  });

  it.each([[[]], ['x'], [5], [false], ['{"limit":1}']])(
    'res-arguments-shapes: arguments %j are refused by name',
    async (value) => {
      expect(await call({ arguments: value })).toMatchObject({
        fault: {
          reason: 'invalid_params',
          data: { field: 'arguments' },
          text: { en: expect.stringContaining('arguments') },
        },
      });
    },
  );

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'nope', ''])(
    'rpc-proto-tool-name: %j is an unknown tool',
    async (name) => {
      expect(await call({ name })).toMatchObject({
        fault: { reason: 'invalid_params', text: { en: `Unknown tool: ${name}. See tools/list` } },
      });
    },
  );

  it.each([undefined, null, 5, {}])('refuses the name %j', async (name) => {
    expect(await dispatch('tools/call', { params: { name } })).toMatchObject({
      fault: { reason: 'invalid_params', data: { field: 'name' } },
    });
  });

  it('takes the idempotency key from _meta or the header', async () => {
    const keys: (string | undefined)[] = [];
    const run = ({ idempotencyKey }: ToolCall) => Promise.resolve(okReply((keys.push(idempotencyKey), {})));
    await call({}, {}, { run });
    await call({}, { meta: { raw: { [KEY]: 'a' } } }, { run });
    await call({}, { idempotencyKey: 'b' }, { run });
    await call({}, { idempotencyKey: 'c', meta: { raw: { [KEY]: 'c' } } }, { run });
    expect(keys).toEqual([undefined, 'a', 'b', 'c']);
  });

  it.each([
    [{ idempotencyKey: '' }],
    [{ idempotencyKey: 'a b' }],
    [{ idempotencyKey: 'ключ' }],
    [{ idempotencyKey: 'x'.repeat(129) }],
    [{ meta: { raw: { [KEY]: 5 } } }],
    [{ meta: { raw: { [KEY]: '' } } }],
    [{ idempotencyKey: 'a', meta: { raw: { [KEY]: 'b' } } }],
  ])('refuses the idempotency key of %j', async (change) => {
    expect(await call({}, change)).toMatchObject({ fault: { reason: 'invalid_params' } });
  });

  it('lets an OAuth client ask for a missing scope, except in a batch', async () => {
    const principal = examplePrincipal({ credential: { kind: 'oauth', id: 'token-1', readOnly: false } });
    const parts = failing('scope_missing', { missing_scope: 'tools:heat:read' });
    const { origin } = context('tools/call');
    expect(await call({}, { principal }, parts)).toMatchObject({
      fault: { reason: 'scope_missing', scope: 'tools:heat:read' },
    });
    const inBatch = { principal, origin: { ...origin, batchIndex: 0 } };
    expect(await call({}, inBatch, parts)).toMatchObject({ result: { isError: true } });
    expect(await call({}, {}, parts)).toMatchObject({ result: { isError: true } });
  });

  it('http-cancel-leaves-call-open: a cancelled call ends, and nothing of it is kept', async () => {
    const parts = {
      run: ({ signal }: ToolCall) =>
        new Promise<ToolCallReply>((resolve) => {
          signal.addEventListener('abort', () => {
            const code = signal.reason as ErrorCode;
            resolve({ ok: false, code, error: new AppError(code, { ru: '', en: '' }) });
          });
        }),
    };
    const { dispatcher, running } = await makeDispatch(parts);
    const answer = dispatcher.dispatch(context('tools/call', { id: 7, params: { name: 'example' } }));
    dispatcher.notify(context('notifications/cancelled', { params: { requestId: 8 } }));
    dispatcher.notify(context('notifications/nonsense', { params: { requestId: 7 } }));
    dispatcher.notify(context('notifications/cancelled', { params: { requestId: 7 }, wire: STATELESS }));
    expect(running.size).toBe(1);
    dispatcher.notify(context('notifications/cancelled', { params: { requestId: 7 } }));
    const outcome = await answer;
    expect(outcome.ok && JSON.parse(outcome.json)).toMatchObject({
      isError: true,
      _meta: { [ERROR_KEY]: { code: 'cancelled' } },
    });
    expect(running.size).toBe(0);
  });
});
