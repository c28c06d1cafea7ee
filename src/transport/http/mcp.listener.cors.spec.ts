import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startDoor } from '../../../test/support/mcp-door.js';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const origin = 'https://app.example';

let door: Awaited<ReturnType<typeof startDoor>>;
beforeEach(async () => (door = await startDoor()));
afterEach(() => door.stop());

describe('CORS on /mcp', () => {
  const requested = 'authorization, Content-Type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id';

  it('cors-preflight-before-auth, cors-request-headers-complete: a preflight needs no token', async () => {
    const headers = {
      origin,
      authorization: null,
      'content-type': null,
      'access-control-request-method': 'POST',
      'access-control-request-headers': `${requested}, last-event-id, mcp-param-region`,
    };
    const got = await door.send({ method: 'OPTIONS', headers });
    expect(got.status).toBe(204);
    expect(got.headers['access-control-allow-origin']).toBe(origin);
    expect(got.headers['access-control-allow-methods']).toContain('POST');
    expect(got.headers.vary).toContain('Origin');
    expect(got.headers).not.toHaveProperty('www-authenticate');
    const allowed = String(got.headers['access-control-allow-headers']).toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining([...requested.toLowerCase().split(', '), 'mcp-param-region']));
  });

  it('cors-expose-on-real-response: a 401 lets the page read the challenge', async () => {
    const got = await door.send({ body: PING, headers: { origin, authorization: null } });
    expect(got.status).toBe(401);
    expect(got.headers['access-control-allow-origin']).toBe(origin);
    expect(got.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    expect(got.headers['access-control-expose-headers']).toContain('Retry-After');
  });

  it.each([
    [200, {}],
    [400, { body: '{' }],
    [401, { headers: { authorization: null } }],
    [405, { method: 'DELETE' }],
    [406, { headers: { accept: 'text/html' } }],
    [413, { body: ' '.repeat(2_000_000) }],
    [415, { headers: { 'content-type': 'text/plain' } }],
    [500, { broken: true }],
    [503, { draining: true }],
  ])(
    'cors-on-error-paths: %i carries the same headers',
    async (status, { broken, draining, headers, ...sent }: Case) => {
      if (broken === true) door.dispatcher.dispatch = () => Promise.reject(new Error('broken'));
      if (draining === true) door.draining.onModuleDestroy();
      const got = await door.send({ body: PING, ...sent, headers: { origin, ...headers } });
      expect(got.status).toBe(status);
      expect(got.headers['access-control-allow-origin']).toBe(origin);
      expect(got.headers.vary).toBe('Origin');
    },
  );

  it.each(['https://evil.example', 'null', 'https://app.example.evil.example'])(
    'refuses the origin %s in the words of the documentation',
    async (foreign) => {
      const sent = { body: PING, headers: { origin: foreign, 'accept-language': 'ru' } };
      const got = await door.send(sent);
      expect(got).toMatchObject({ status: 403, text: '{"detail":"Origin не разрешён"}' });
      expect(got.headers).not.toHaveProperty('access-control-allow-origin');
      expect((await door.send({ ...sent, method: 'OPTIONS' })).status).toBe(403);
      const english = await door.send({ body: PING, headers: { origin: foreign } });
      expect(english.text).toBe('{"detail":"Origin is not allowed"}');
    },
  );
});

interface Case {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly broken?: boolean;
  readonly draining?: boolean;
}
