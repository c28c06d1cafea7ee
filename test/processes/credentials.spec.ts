import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerAt, loginAt, openDemoBooks, type DemoBooks } from '../support/demo-books.js';
import { pause } from '../support/eventually.js';
import { McpCaller } from '../support/mcp-caller.js';
import { post } from '../support/server.js';
import { endServerProcesses, SERVERS_TIMEOUT_MS, startServerProcess } from '../support/server-process.js';

/** How old a checked credential may be in a process (`AUTH_CACHE_MS`): what one process changes, all know by then. */
const BOUND_MS = 1_000;
const BEFORE_MS = 500;
const EVERY_MS = 10;
const TIMEOUT_MS = 60_000;

let books: DemoBooks;
let here: string;
let there: string;

beforeAll(async () => {
  books = await openDemoBooks();
  const servers = await Promise.all([startServerProcess(books.databaseUrl), startServerProcess(books.databaseUrl)]);
  [here, there] = [servers[0].url, servers[1].url];
}, SERVERS_TIMEOUT_MS);

afterAll(async () => {
  await endServerProcesses();
  await books.drop();
}, SERVERS_TIMEOUT_MS);

const bearer = (token: string) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });

async function newKey(login: string): Promise<{ id: string; key: string }> {
  return (await post(`${here}/api/v1/keys`, { name: 'of the test', scopes: ['tools'] }, login)) as {
    id: string;
    key: string;
  };
}

/** The HTTP statuses of one call on each process. */
async function onBoth(token: string): Promise<number[]> {
  const calls = [here, there].map((url) => new McpCaller(url, token).rpc('tools/call', { name: 'probe_free' }));
  return (await Promise.all(calls)).map(({ status }) => status);
}

interface Seen {
  readonly url: string;
  readonly startedAt: number;
  readonly status: number;
}

/** Starts one call after another, on both processes in turn, without waiting for answers; the result stops it. */
function keepCalling(token: string): () => Promise<Seen[]> {
  const calls: Promise<Seen>[] = [];
  const timer = setInterval(() => {
    const url = calls.length % 2 === 0 ? here : there;
    const startedAt = performance.now();
    const answer = new McpCaller(url, token).rpc('tools/call', { name: 'probe_free' });
    calls.push(answer.then(({ status }) => ({ url, startedAt, status })));
  }, EVERY_MS);
  return () => {
    clearInterval(timer);
    return Promise.all(calls);
  };
}

describe('tok-revoked-key-cache: two processes, a key that both know', () => {
  it(
    'is dead where it was revoked as soon as that is answered, and in the other process within a second',
    async () => {
      const login = await loginAt(here, 'engineer');
      const { id, key } = await newKey(login);
      expect(await onBoth(key)).toEqual([200, 200]);

      const stop = keepCalling(key);
      await pause(BEFORE_MS);
      const answer = await fetch(`${here}/api/v1/keys/${id}`, { method: 'DELETE', headers: bearer(login) });
      const revokedAt = performance.now();
      expect(answer.status).toBe(204);
      await pause(BOUND_MS + BEFORE_MS);
      const seen = await stop();

      expect(seen.filter(({ status }) => status === 200)).not.toEqual([]);
      for (const [url, bound] of [
        [here, 0],
        [there, BOUND_MS],
      ] as const) {
        const late = seen.filter((call) => call.url === url && call.startedAt > revokedAt + bound);
        expect(late).not.toEqual([]);
        expect(late.filter(({ status }) => status !== 401)).toEqual([]);
      }
      expect(await onBoth(key)).toEqual([401, 401]);
    },
    TIMEOUT_MS,
  );

  it(
    'is dead in both within a second after its user was blocked',
    async () => {
      const { key } = await newKey(await loginAt(here, 'dispatcher'));
      expect(await onBoth(key)).toEqual([200, 200]);
      await books.database.rows("UPDATE app_user SET blocked_at = now() WHERE email = 'dispatcher@demo.local'");
      await pause(BOUND_MS);
      expect(await onBoth(key)).toEqual([401, 401]);
    },
    TIMEOUT_MS,
  );
});

describe('a password change in one process', () => {
  it(
    "makes every MCP token of the user invalid there at once, in the other within a second, and nobody else's",
    async () => {
      const [first, second] = [await callerAt(here), await callerAt(there)];
      const somebody = await callerAt(there, 'admin');
      expect([...(await onBoth(first.token)), ...(await onBoth(second.token))]).toEqual([200, 200, 200, 200]);

      const changed = await fetch(`${here}/api/v1/auth/password`, {
        method: 'POST',
        headers: bearer(await loginAt(here, 'engineer')),
        body: JSON.stringify({ current: 'demo-engineer-2026', next: 'another demo password' }),
      });
      expect(changed.status).toBe(204);
      expect((await onBoth(first.token))[0]).toBe(401);
      await pause(BOUND_MS);

      expect([...(await onBoth(first.token)), ...(await onBoth(second.token))]).toEqual([401, 401, 401, 401]);
      expect(await onBoth(somebody.token)).toEqual([200, 200]);
    },
    TIMEOUT_MS,
  );
});

describe('a management door of the running product', () => {
  it('fills in the defaults of a body, and refuses one that breaks its rules with 400', async () => {
    const headers = bearer(await loginAt(here, 'admin'));
    const make = (body: object) =>
      fetch(`${here}/api/v1/keys`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect((await make({ name: 'defaults' })).status).toBe(201);
    expect((await make({ name: 5 })).status).toBe(400);
  });
});
