import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { STATELESS_META, type McpAnswer, type McpCaller } from '../../support/mcp-caller.js';
import { runs } from '../../support/probe-suite.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const HANDSHAKE = { 'MCP-Protocol-Version': '2025-06-18' };

describe('jsonrpc-framing at POST /mcp', () => {
  let server: TestServer;
  let caller: McpCaller;
  beforeAll(async () => {
    server = await startTestServer();
    caller = await server.caller('engineer');
  });
  beforeEach(() => runs.clear());
  afterAll(() => server.stop());

  const raw = (body: string | Uint8Array) => caller.send(body, HANDSHAKE);
  const stateless = (message: object, method: string, name?: string) =>
    caller.send(JSON.stringify(message), {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...(name === undefined ? {} : { 'Mcp-Name': name }),
    });
  const expectRefused = (answer: McpAnswer, code: number): void => {
    expect([answer.status, answer.body?.error?.code]).toEqual([400, code]);
    expect(answer.headers.get('content-type')).toContain('application/json');
  };
  const holds = async () => (await server.database.rows<{ n: bigint }>('SELECT count(*) AS n FROM hold'))[0]?.n;

  it.each(['tools/list', 'ping', 'tools/call'])(
    'rpc-id-null: %s with id null is refused in both eras and runs nothing',
    async (method) => {
      const params = { name: 'probe_paid', arguments: {} };
      const before = await holds();
      const handshake = await raw(JSON.stringify({ jsonrpc: '2.0', id: null, method, params }));
      expectRefused(handshake, -32600);
      expect(handshake.body?.id).toBeNull();
      const modern = await stateless(
        { jsonrpc: '2.0', id: null, method, params: { ...params, _meta: STATELESS_META } },
        method,
        'probe_paid',
      );
      expectRefused(modern, -32600);
      expect(modern.body).not.toHaveProperty('id');
      expect([runs.size, await holds()]).toEqual([0, before]);
    },
  );

  it('rpc-id-zero-empty: 0 and the empty string are ids, alone and in a batch', async () => {
    for (const id of [0, ''])
      expect((await raw(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' }))).body).toEqual({
        jsonrpc: '2.0',
        id,
        result: {},
      });
    const batch = await raw('[{"jsonrpc":"2.0","id":0,"method":"ping"},{"jsonrpc":"2.0","id":"","method":"ping"}]');
    expect((JSON.parse(batch.text) as { id: unknown }[]).map((one) => one.id)).toEqual([0, '']);
  });

  it.each(['9007199254740993', '-9007199254740993', '1e400'])(
    'rpc-id-huge: %s is never answered as another number',
    async (id) => {
      const answer = await raw(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
      expectRefused(answer, -32600);
      expect(answer.body?.id).toBeNull();
    },
  );

  it.each(['1.5', 'true', '{"a":1}', '[1]'])(
    'rpc-id-wrong-type: id %s is refused and the paid tool does not run',
    async (id) => {
      const before = await holds();
      expectRefused(
        await raw(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"probe_paid","arguments":{}}}`),
        -32600,
      );
      expect([runs.size, await holds()]).toEqual([0, before]);
    },
  );

  it('rpc-parse-error-id: what is not JSON is -32700 with id null, as JSON', async () => {
    for (const body of ['{"jsonrpc":"2.0","id":7,"method":"ping"', '', Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d)]) {
      const answer = await raw(body);
      expectRefused(answer, -32700);
      expect(answer.body?.id).toBeNull();
    }
  });

  it('rpc-batch-empty: an empty array gets one error object', async () => {
    const answer = await raw('[]');
    expectRefused(answer, -32600);
    expect(answer.body?.id).toBeNull();
  });

  it('rpc-array-in-2026-era: an array is refused whole', async () => {
    const element = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'probe_paid', arguments: {}, _meta: STATELESS_META },
    };
    const answer = await caller.send(JSON.stringify([element]), {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'probe_paid',
    });
    expectRefused(answer, -32600);
    expect(runs.size).toBe(0);
  });

  it.each([
    ['eleven elements', Array.from({ length: 11 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))],
    [
      'duplicate ids',
      [1, 1].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'probe_paid' } })),
    ],
    ['a nested array', [[{ jsonrpc: '2.0', id: 1, method: 'ping' }]]],
    ['initialize inside', [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} }]],
    [
      'one malformed element',
      [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'probe_paid' } }, { id: 2 }],
    ],
  ])('a batch with %s is refused whole, nothing runs', async (_name, batch) => {
    expectRefused(await raw(JSON.stringify(batch)), -32600);
    expect(runs.size).toBe(0);
  });

  it('only notifications: 202 without a body', async () => {
    const answer = await raw(
      '[{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}]',
    );
    expect([answer.status, answer.text]).toEqual([202, '']);
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'rpc-proto-tool-name: %s is an unknown tool and an unknown method like any other',
    async (name) => {
      expect((await caller.rpc('tools/call', { name, arguments: {} })).body?.error?.code).toBe(-32602);
      const method = await caller.rpc(name);
      expect([method.status, method.body?.error?.code]).toEqual([200, -32601]);
      const modern = await caller.stateless(name);
      expect([modern.status, modern.body?.error?.code]).toEqual([404, -32601]);
    },
  );

  it.each([
    [
      'arrays in arguments',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_paid","arguments":{"text":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
    ],
    [
      'objects in arguments',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_paid","arguments":{"text":${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}}}}`,
    ],
    [
      'arrays in _meta',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
    ],
    ['arrays in the id', `{"jsonrpc":"2.0","id":${'['.repeat(20_000)}${']'.repeat(20_000)},"method":"ping"}`],
  ])('rpc-deep-nesting: %s are refused and the next request is served', async (_name, body) => {
    expectRefused(await raw(body), -32600);
    expect((await caller.rpc('ping')).status).toBe(200);
  });

  it('rpc-deep-nesting: nesting that the parser allows survives validation, audit and masking', async () => {
    const value = `${'['.repeat(40)}${']'.repeat(40)}`;
    const answer = await raw(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_paid","arguments":{"text":${value}}}}`,
    );
    expect([answer.status, answer.body?.result?.isError]).toEqual([200, true]);
  });

  it('rpc-bom-and-bad-utf8: a BOM is dropped, NaN and bad UTF-8 are parse errors', async () => {
    const encoder = new TextEncoder();
    const bom = await raw(
      Uint8Array.of(0xef, 0xbb, 0xbf, ...encoder.encode('{"jsonrpc":"2.0","id":1,"method":"ping"}')),
    );
    expect([bom.status, bom.body?.id]).toEqual([200, 1]);
    expectRefused(await raw('{"jsonrpc":"2.0","id":2,"method":"ping","params":{"x":NaN}}'), -32700);
    const [head, tail] = [
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"probe_paid","arguments":{"text":"',
      '"}}}',
    ].map((part) => encoder.encode(part));
    expectRefused(await raw(Uint8Array.of(...(head ?? []), 0xc3, ...(tail ?? []))), -32700);
    expect(runs.size).toBe(0);
  });
});
