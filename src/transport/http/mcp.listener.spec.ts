import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from '@jest/globals';
import { examplePrincipal, okReply, startDoor, type DoorParts } from '../../../test/support/mcp-door.js';
import { AppError, type JsonObject } from '../../kernel/index.js';
import type { ToolCall, ToolCallReply } from '../../pipeline/index.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'Probe', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const DISCOVER = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: META } };
const stateless = (method: string) => ({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': method });
const callOf = (id: number | string, args: JsonObject = {}): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'example', arguments: args },
});

let door: Awaited<ReturnType<typeof startDoor>>;
afterEach(() => door.stop());
const start = async (parts: DoorParts = {}) => (door = await startDoor(parts));

describe('POST /mcp', () => {
  it('answers with one JSON body of known length that nobody may keep', async () => {
    const got = await (await start()).send({ body: PING });
    expect(got).toMatchObject({ status: 200, text: '{"jsonrpc":"2.0","id":1,"result":{}}' });
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '36',
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    expect(got.headers).not.toHaveProperty('mcp-session-id');
  });

  it.each([0, '', 'я', -1])('rpc-id-zero-empty: echoes the id %j', async (id) => {
    const got = await (await start()).send({ body: { ...PING, id } });
    expect(got).toMatchObject({ status: 200, json: { id } });
  });

  it('rpc-bom-and-bad-utf8, rpc-id-null: refuses what is no message with 400', async () => {
    await start();
    const bodies = ['{"jsonrpc"', '', Buffer.from([0xff, 0xfe, 0x7b, 0x7d])];
    for (const body of bodies) {
      expect(await door.send({ body })).toMatchObject({ status: 400, json: { id: null, error: { code: -32700 } } });
    }
    expect(await door.send({ body: { ...PING, id: null } })).toMatchObject({
      status: 400,
      json: { error: { code: -32600 } },
    });
  });

  it('serves other paths as before', async () => {
    await start();
    for (const path of ['/', '/mcp2', '/api/v1/mcp/info'])
      expect((await door.send({ path, body: PING })).status).toBe(299);
  });

  it('http-no-redirect-on-slash: serves the other spelling alike', async () => {
    await start();
    expect((await door.send({ path: '/mcp/', body: PING })).status).toBe(200);
    const got = await door.send({ path: '/mcp/', body: PING, headers: { authorization: null } });
    expect(got.status).toBe(401);
    expect(got.headers['www-authenticate']).toContain('resource_metadata=');
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'TRACE', 'HEAD'])('http-get-delete-405: %s is 405', async (method) => {
    await start();
    for (const authorization of ['Bearer good', null]) {
      const headers = { authorization, accept: 'text/event-stream', 'content-type': null };
      const got = await door.send({ method, headers });
      expect(got.status).toBe(405);
      expect(got.headers.allow).toBe('POST, OPTIONS');
      expect(got.headers['content-type']).toBe('application/json');
    }
  });

  it('is 404 when MCP is switched off', async () => {
    await start({ env: { MCP_ENABLED: 'false' } });
    expect(await door.send({ body: PING })).toMatchObject({ status: 404, json: { detail: expect.any(String) } });
  });

  it('is 503 with Retry-After when the server is stopping', async () => {
    await start();
    door.draining.onModuleDestroy();
    const got = await door.send({ body: PING });
    expect(got).toMatchObject({ status: 503, headers: { 'retry-after': '5', connection: 'close' } });
  });

  it('refuses a foreign Host before anything else is looked at', async () => {
    const got = await (await start()).send({ body: PING, headers: { host: 'evil.example', authorization: null } });
    expect(got.status).toBe(403);
  });
});

describe('the caller', () => {
  it.each([
    ['Bearer good', 200],
    ['bearer good', 200],
    ['BEARER  good', 200],
    ['Bearer bad', 401],
    ['Bearer ', 401],
    ['Basic Z29vZA==', 401],
    [['Bearer good', 'Bearer bad'], 401],
    [['Bearer good', 'Bearer good'], 401],
  ] as const)('tok-scheme-parsing: Authorization %j is %i', async (authorization, status) => {
    const got = await (await start()).send({ body: PING, headers: { authorization } });
    expect(got.status).toBe(status);
  });

  it('tok-scheme-parsing: gets an error code in the challenge only when a token was sent', async () => {
    await start();
    const challenge = async (authorization: string | null) =>
      (await door.send({ body: PING, headers: { authorization } })).headers['www-authenticate'];
    const metadata = 'http://localhost:8080/.well-known/oauth-protected-resource/mcp';
    expect(await challenge(null)).toBe(`Bearer resource_metadata="${metadata}", scope="tools"`);
    expect(await challenge('Bearer bad')).toContain('error="invalid_token"');
  });

  it('is asked for before the body is looked at', async () => {
    const got = await (
      await start()
    ).send({ body: 'x'.repeat(2_000_000), headers: { authorization: null, 'content-type': 'a/b' } });
    expect(got.status).toBe(401);
  });

  it('may be nobody for server/discover and for nothing else', async () => {
    await start();
    const headers = { authorization: null, ...stateless('server/discover') };
    expect(await door.send({ body: DISCOVER, headers })).toMatchObject({
      status: 200,
      json: { result: { cacheScope: 'public' } },
    });
    const list = { ...DISCOVER, method: 'tools/list' };
    expect((await door.send({ body: list, headers })).status).toBe(401);
    expect((await door.send({ body: [PING], headers })).status).toBe(401);
    expect((await door.send({ body: '{', headers })).status).toBe(401);
    expect((await door.send({ body: DISCOVER, headers: { ...headers, authorization: 'Bearer bad' } })).status).toBe(
      401,
    );
    expect((await door.send({ body: ' '.repeat(20_000), headers })).status).toBe(413);
  });

  it('is told to come back when the look-up fails', async () => {
    const unavailable = new AppError('unavailable', { ru: 'Позже', en: 'Later' });
    await start({ authenticate: () => Promise.reject(unavailable) });
    expect(await door.send({ body: PING })).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  });

  it('is answered in the language of the request, then of the account, then of the server', async () => {
    await start({ tokens: { good: examplePrincipal({ locale: 'ru' }), other: examplePrincipal() } });
    const message = async (headers: Record<string, string>) => {
      const { json } = await door.send({ body: { ...PING, method: 'nope' }, headers });
      return (json as { error: { message: string } }).error.message;
    };
    expect(await message({})).toBe('Метод не поддерживается: nope');
    expect(await message({ 'accept-language': '*' })).toBe('Метод не поддерживается: nope');
    expect(await message({ 'accept-language': 'en' })).toBe('Method not found: nope');
    expect(await message({ authorization: 'Bearer other' })).toBe('Method not found: nope');
  });
});

describe('the body', () => {
  it.each([
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['APPLICATION/JSON', 200],
    ['application/json; charset=utf-16', 415],
    ['text/plain', 415],
    [null, 415],
  ])('http-content-type-charset: Content-Type %j is %i', async (type, status) => {
    const got = await (await start()).send({ body: PING, headers: { 'content-type': type } });
    expect(got.status).toBe(status);
    expect(got.headers['content-type']).toBe('application/json');
  });

  it.each([
    ['*/*', 200],
    ['application/*', 200],
    ['text/event-stream;q=0.9, application/json;q=1', 200],
    [null, 200],
    ['text/html', 406],
  ])('http-accept-wildcards: Accept %j is %i', async (accept, status) => {
    const got = await (await start()).send({ body: PING, headers: { accept } });
    expect(got.status).toBe(status);
    expect(got.headers['content-type']).toBe('application/json');
  });

  it.each(['gzip', 'br', 'deflate'])('http-body-limit-and-inflate: Content-Encoding %s is 415', async (encoding) => {
    const body = gzipSync(Buffer.alloc(1_048_576, ' '));
    const got = await (await start()).send({ body, headers: { 'content-encoding': encoding } });
    expect(got.status).toBe(415);
  });

  it('http-body-limit-and-inflate: one byte over the limit is 413, declared or chunked; the limit itself is read', async () => {
    const env = { BODY_LIMIT_BYTES: '1048576' };
    await start({ env });
    const json = JSON.stringify(PING);
    const fits = json.padEnd(1_048_576);
    expect((await door.send({ body: fits })).status).toBe(200);
    expect((await door.send({ body: `${fits} ` })).status).toBe(413);
    expect((await door.send({ body: `${fits} `, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(413);
    expect((await door.send({ body: fits, headers: { 'transfer-encoding': 'chunked' } })).status).toBe(200);
  });

  it('http-body-limit-and-inflate: a declared length over the limit is refused before the body comes', async () => {
    await start();
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(door.port, '127.0.0.1', () => {
        socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer good\r\n');
        socket.write('Content-Type: application/json\r\nContent-Length: 99999999\r\n\r\n');
      });
      socket.on('error', reject).once('data', (chunk) => {
        socket.destroy();
        resolve(chunk.toString());
      });
    });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('arrives in pieces', async () => {
    await start();
    const text = JSON.stringify(PING);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(door.port, '127.0.0.1', () => {
        socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer good\r\n');
        socket.write(
          `Content-Type: application/json\r\nContent-Length: ${String(text.length)}\r\n\r\n${text.slice(0, 9)}`,
        );
        setTimeout(() => socket.write(text.slice(9)), 50);
      });
      socket.on('error', reject).once('data', (chunk) => {
        socket.destroy();
        resolve(chunk.toString());
      });
    });
    expect(answer).toContain('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
});

describe('messages', () => {
  it('ver-later-header-unknown: two different version headers name no version', async () => {
    await start();
    const sent = (versions: string[]) => door.send({ body: PING, headers: { 'mcp-protocol-version': versions } });
    expect((await sent(['2025-06-18', '2025-03-26'])).status).toBe(400);
    expect((await sent(['2025-06-18', '2025-06-18'])).status).toBe(200);
    expect((await door.send({ body: PING, headers: { 'mcp-protocol-version': '1999-01-01' } })).json).toMatchObject({
      error: { code: -32600, data: { supported: expect.arrayContaining(['2025-06-18']) } },
    });
    expect((await sent(['banana'])).status).toBe(400);
  });

  it('gives a plain curl structuredContent and title, and a client of 2025-03-26 what its revision has', async () => {
    await start();
    const list = { ...PING, method: 'tools/list' };
    const old = { 'mcp-protocol-version': '2025-03-26' };
    expect((await door.send({ body: callOf(1) })).json).toMatchObject({ result: { structuredContent: { echo: {} } } });
    expect((await door.send({ body: list })).text).toContain('"outputSchema"');
    expect((await door.send({ body: callOf(1), headers: old })).text).not.toContain('structuredContent');
    expect((await door.send({ body: list, headers: old })).text).not.toContain('"outputSchema"');
  });

  it('ver-discover-and-unknown-method: an unknown method is 200 or 404 by era, with the id', async () => {
    await start();
    const body = { jsonrpc: '2.0', id: 'x', method: 'nope/none', params: { _meta: META } };
    expect(await door.send({ body, headers: stateless('nope/none') })).toMatchObject({
      status: 404,
      json: { id: 'x', error: { code: -32601 } },
    });
    expect(await door.send({ body: { ...PING, method: 'nope/none' } })).toMatchObject({
      status: 200,
      json: { id: 1, error: { code: -32601 } },
    });
  });

  it('a notification is 202 without a body, an answer to nothing is 400', async () => {
    await start();
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect(await door.send({ body: notification })).toMatchObject({ status: 202, text: '' });
    expect(await door.send({ body: [notification, notification] })).toMatchObject({ status: 202, text: '' });
    expect((await door.send({ body: { jsonrpc: '2.0', id: 1, result: {} } })).status).toBe(400);
  });

  it('a batch keeps its order, answers each element by itself, and hands over no header key', async () => {
    const calls: ToolCall[] = [];
    const run = (call: ToolCall) => {
      calls.push(call);
      const slow = call.input.n === 0 ? 30 : 0;
      return new Promise<ToolCallReply>((resolve) => setTimeout(() => resolve(okReply({ n: call.input.n })), slow));
    };
    await start({ run });
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const bad = { jsonrpc: '2.0', id: 'b', method: 'nope' };
    const body = [callOf(0, { n: 0 }), notification, bad, callOf('0', { n: 1 })];
    const got = await door.send({ body, headers: { 'idempotency-key': 'k' } });
    expect(got).toMatchObject({
      status: 200,
      json: [
        { id: 0, result: { structuredContent: { n: 0 } } },
        { id: 'b', error: { code: -32601 } },
        { id: '0', result: { structuredContent: { n: 1 } } },
      ],
    });
    expect(calls.map(({ origin, idempotencyKey }) => [origin.batchIndex, idempotencyKey])).toEqual([
      [0, undefined],
      [3, undefined],
    ]);
  });

  it('rpc-batch-empty, rpc-array-in-2026-era: a bad batch is one error and runs nothing', async () => {
    const calls: ToolCall[] = [];
    await start({ run: (call) => Promise.resolve(okReply((calls.push(call), {}))) });
    const twice = [callOf(1), callOf(1)];
    for (const body of [[], Array.from({ length: 11 }, (_, id) => callOf(id)), twice]) {
      expect(await door.send({ body })).toMatchObject({ status: 400, json: { id: null, error: { code: -32600 } } });
    }
    expect(await door.send({ body: [callOf(1)], headers: stateless('tools/call') })).toMatchObject({
      status: 400,
      json: { error: { code: -32600 } },
    });
    expect(calls).toEqual([]);
  });

  it('the pipeline learns where the call came from', async () => {
    const calls: ToolCall[] = [];
    await start({ run: (call) => Promise.resolve(okReply((calls.push(call), {}))), env: { TRUST_PROXY_HOPS: '1' } });
    const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
    const headers = {
      'user-agent': 'probe/1',
      'x-forwarded-for': '198.51.100.1, 203.0.113.9',
      'idempotency-key': 'k-1',
      traceparent: `00-${trace}-00f067aa0ba902b7-01`,
      ...stateless('tools/call'),
      'mcp-name': 'example',
    };
    const body = callOf(1);
    await door.send({ body: { ...body, params: { name: 'example', _meta: META } }, headers });
    expect(calls[0]).toMatchObject({
      idempotencyKey: 'k-1',
      origin: {
        surface: 'main',
        era: 'stateless',
        ip: '203.0.113.9',
        userAgent: 'probe/1',
        clientName: 'Probe',
        traceId: trace,
      },
    });
    await door.send({ body: callOf(2) });
    await door.send({ body: callOf(3) });
    const own = calls.slice(1).map(({ origin }) => origin.traceId);
    expect(own).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(own[0]).not.toBe(own[1]);
  });
});

describe('GET /.well-known/oauth-protected-resource', () => {
  it.each(['', '/mcp'])('describes the resource to everybody: %j', async (suffix) => {
    await start();
    const path = `/.well-known/oauth-protected-resource${suffix}`;
    const sent = {
      path,
      method: 'GET',
      headers: { authorization: null, 'content-type': null, origin: 'https://evil.example' },
    };
    const got = await door.send(sent);
    expect(got).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': '*' } });
    expect(got.json).toEqual({
      resource: 'http://localhost:8080/mcp',
      scopes_supported: ['tools'],
      bearer_methods_supported: ['header'],
      resource_name: 'Turnpike',
    });
    expect((await door.send({ ...sent, method: 'OPTIONS' })).status).toBe(204);
    expect((await door.send({ ...sent, method: 'POST' })).status).toBe(405);
  });
});
