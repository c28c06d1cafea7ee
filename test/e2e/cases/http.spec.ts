import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { McpCaller } from '../../support/mcp-caller.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const ORIGIN = { Origin: 'https://app.example' };

describe('http-transport and origin-cors at POST /mcp', () => {
  let server: TestServer;
  let caller: McpCaller;
  beforeAll(async () => {
    server = await startTestServer();
    caller = await server.caller('engineer');
  });
  afterAll(() => server.stop());

  it.each([
    '*/*',
    'application/*',
    'text/event-stream;q=0.9, application/json;q=1',
    'text/event-stream, application/json',
    'application/json',
  ])('http-accept-wildcards: Accept %s gets JSON', async (accept) => {
    const answer = await caller.send(PING, { Accept: accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/json'),
    ]);
  });

  it('http-accept-wildcards: Accept text/html gets 406 as JSON', async () => {
    const answer = await caller.send(PING, { Accept: 'text/html' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      406,
      expect.stringContaining('application/json'),
    ]);
  });

  it.each([
    ['application/json; charset=utf-8', 200],
    ['application/json;charset="UTF-8"', 200],
    ['APPLICATION/JSON', 200],
    ['application/json; charset=utf-16', 415],
    ['text/plain', 415],
  ])('http-content-type-charset: %s is %i', async (type, status) => {
    expect((await caller.send(PING, { 'Content-Type': type })).status).toBe(status);
  });

  it('http-no-redirect-on-slash: the other spelling never redirects', async () => {
    const slash = await fetch(`${server.url}/mcp/`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${server.token}`,
        'X-Forwarded-Proto': 'https',
      },
      body: PING,
    });
    expect([200, 404]).toContain(slash.status);
    expect(slash.headers.get('location')).toBeNull();
    expect(slash.headers.get('content-type')).toContain('application/json');
  });

  it.each(['GET', 'DELETE', 'PUT', 'PATCH'])('http-get-delete-405: %s is 405 with Allow', async (method) => {
    const answer = await caller.send(undefined, { Accept: 'text/event-stream' }, method);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, expect.stringContaining('POST')]);
  });

  it('http-body-limit-and-inflate: compressed bodies are not accepted, long ones are cut', async () => {
    const bomb = gzipSync(
      Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"${' '.repeat(50_000_000)}"}}`),
    );
    expect([413, 415]).toContain((await caller.send(bomb, { 'Content-Encoding': 'gzip' })).status);
    const exact = (length: number) => PING.replace('"ping"', `"ping","params":{"_meta":{"x":"${'y'.repeat(length)}"}}`);
    const overhead = Buffer.byteLength(exact(0));
    expect((await caller.send(exact(1_048_576 - overhead))).status).toBe(200);
    expect((await caller.send(exact(1_048_577 - overhead))).status).toBe(413);
    expect((await caller.rpc('ping')).status).toBe(200);
  });

  it('http-cancel-leaves-call-open: a cancel ends the call, releases its hold, and reaches only its own user', async () => {
    const other = await server.caller('dispatcher');
    const slow = (who: McpCaller) =>
      who.send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: 7,
          method: 'tools/call',
          params: { name: 'probe_slow', arguments: { ms: 3_000 } },
        }),
      );
    const cancel = (who: McpCaller, requestId: unknown) =>
      who.send(
        JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason: 'test' } }),
      );
    let otherEnded = false;
    const theirs = slow(other).then((answer) => ((otherEnded = true), answer));
    const mine = slow(caller);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await cancel(caller, 'unknown')).status).toBe(202);
    expect((await cancel(caller, 7)).status).toBe(202);
    const result = (await mine).body?.result;
    expect(result?._meta?.['io.turnpike/error']?.code).toBe('cancelled');
    expect(otherEnded).toBe(false);
    const callId = result?._meta?.['io.turnpike/receipt']?.callId;
    expect(await server.database.rows('SELECT state FROM hold WHERE id = $1', [callId])).toEqual([
      { state: 'released' },
    ]);
    expect((await theirs).body?.result?.isError).toBe(false);
    expect((await cancel(caller, 7)).status).toBe(202);
  });

  describe('CORS', () => {
    it.each(['/mcp', '/api/v1/mcp/token', '/api/v1/auth/login', '/.well-known/oauth-protected-resource/mcp'])(
      'cors-preflight-before-auth: %s',
      async (path) => {
        const wanted = [
          'authorization',
          'content-type',
          'accept',
          'mcp-protocol-version',
          'mcp-method',
          'mcp-name',
          'mcp-session-id',
          'last-event-id',
        ];
        const answer = await fetch(`${server.url}${path}`, {
          method: 'OPTIONS',
          headers: {
            ...ORIGIN,
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': wanted.join(', '),
          },
        });
        expect([200, 204]).toContain(answer.status);
        expect(['https://app.example', '*']).toContain(answer.headers.get('access-control-allow-origin'));
        expect(answer.headers.get('www-authenticate')).toBeNull();
        // cors-request-headers-complete
        const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase();
        for (const name of wanted) expect(allowed).toContain(name);
      },
    );

    it('cors-on-error-paths, cors-expose-on-real-response: 401, 400, 413, 415 and 405 carry the same headers as a success', async () => {
      const answers = [
        await caller.send(PING, ORIGIN),
        await caller.send(PING, { ...ORIGIN, Authorization: 'Bearer nonsense' }),
        await caller.send('{', ORIGIN),
        await caller.send('x'.repeat(2_000_000), ORIGIN),
        await caller.send(PING, { ...ORIGIN, 'Content-Type': 'text/plain' }),
        await caller.send(undefined, ORIGIN, 'GET'),
      ];
      expect(answers.map((one) => one.status)).toEqual([200, 401, 400, 413, 415, 405]);
      for (const { headers } of answers) {
        expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
        expect(headers.get('vary')).toContain('Origin');
        const exposed = headers.get('access-control-expose-headers') ?? '';
        expect(exposed).toContain('WWW-Authenticate');
        expect(exposed).toContain('Retry-After');
      }
    });

    it('a foreign origin is 403 with the text of seed 003', async () => {
      const answer = await caller.send(PING, { Origin: 'https://evil.example' });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([403, { detail: 'Origin не разрешён' }]);
      const english = await caller.send(PING, { Origin: 'https://evil.example', 'Accept-Language': 'en' });
      expect(JSON.parse(english.text)).toEqual({ detail: expect.stringContaining('Origin') });
      expect(english.text).not.toMatch(/[а-я]/);
    });
  });

  it('401 names the metadata and a scope; error=invalid_token only when a token was sent', async () => {
    const anonymous = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: PING,
    });
    const challenge = anonymous.headers.get('www-authenticate') ?? '';
    expect(challenge).toMatch(/^Bearer .*resource_metadata="[^"]+\/\.well-known\/oauth-protected-resource\/mcp"/);
    expect(challenge).toContain('scope="');
    expect(challenge).not.toContain('error=');
    const wrong = await caller.send(PING, { Authorization: 'Bearer tpk_live_wrong' });
    expect(wrong.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it('tok-scheme-parsing: the scheme is case-insensitive, odd headers are refused', async () => {
    const status = async (authorization: string) => (await caller.send(PING, { Authorization: authorization })).status;
    expect(await status(`bearer ${server.token}`)).toBe(200);
    expect(await status(`BEARER ${server.token}`)).toBe(200);
    for (const odd of [
      `Bearer ${server.token},Bearer ${server.token}`,
      'Bearer',
      'Basic eDp5',
      `Bearer ${'x'.repeat(10_240)}`,
    ]) {
      expect([400, 401, 431]).toContain(await status(odd));
    }
  });
});
