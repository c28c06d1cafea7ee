import { request, type ClientRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerAt, openDemoBooks, type DemoBooks } from '../support/demo-books.js';
import { eventually, within } from '../support/eventually.js';
import type { McpAnswer, McpCaller } from '../support/mcp-caller.js';
import {
  endServerProcesses,
  SERVERS_TIMEOUT_MS,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.js';

const GRACE_MS = 4_000;
/** What an orderly end may take after the grace period: aborted calls write down how they ended, connections close. */
const END_MS = 5_000;
const PATIENCE_MS = 20_000;
const CREDIT = 1_000_000n;

let books: DemoBooks;

beforeAll(async () => {
  books = await openDemoBooks();
}, SERVERS_TIMEOUT_MS);

afterAll(async () => {
  await endServerProcesses();
  await books.drop();
}, SERVERS_TIMEOUT_MS);

interface Started {
  readonly server: ServerProcess;
  readonly caller: McpCaller;
}
async function startServer(): Promise<Started> {
  const server = await startServerProcess(books.databaseUrl, { SHUTDOWN_GRACE_MS: String(GRACE_MS) });
  return { server, caller: await callerAt(server.url) };
}

const untilRunning = (count: number): Promise<true> =>
  eventually(PATIENCE_MS, `${String(count)} running calls`, async () =>
    (await books.running()) === count ? true : undefined,
  );

/** Nothing is held, every call has both records, the books agree. */
async function expectCleanBooks(): Promise<void> {
  expect(await books.running()).toBe(0);
  expect((await books.balance()).held).toBe(0n);
  expect(await books.badlyRecorded()).toEqual([]);
  expect(await books.differences()).toEqual([]);
}

describe('SIGTERM with running calls', () => {
  it(
    'finishes what fits into the grace period, refuses new calls, aborts the rest unpaid, and exits with 0',
    async () => {
      const { server, caller } = await startServer();
      await books.grant(20);
      const slow = (ms: number, count: number): Promise<McpAnswer>[] =>
        Array.from({ length: count }, () => caller.rpc('tools/call', { name: 'probe_slow', arguments: { ms } }));
      const short = slow(2_500, 10);
      const long = slow(50_000, 10);
      await untilRunning(20);

      const end = within(GRACE_MS + END_MS, 'the end of the server', server.kill('SIGTERM'));
      const refusal = await eventually(GRACE_MS, 'a refusal', async () => {
        const answer = await caller.rpc('tools/call', { name: 'probe_free' }).catch(() => 'refused' as const);
        return answer === 'refused' || answer.status !== 200 ? answer : undefined;
      });
      if (refusal !== 'refused') {
        expect(refusal.status).toBe(503);
        expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      for (const { body } of await Promise.all(short)) {
        expect(body?.result?.structuredContent).toEqual({ text: 'waited 2500' });
      }
      for (const { body } of await Promise.all(long)) {
        expect(body?.result).toMatchObject({ isError: true, _meta: { 'io.turnpike/error': { code: 'unavailable' } } });
        expect(body?.result?._meta?.['io.turnpike/receipt']).toMatchObject({ charged: '0' });
      }
      expect(await end).toEqual({ code: 0, signal: null });

      expect(await books.balance()).toEqual({ posted: 10n * CREDIT, held: 0n });
      await expectCleanBooks();
    },
    SERVERS_TIMEOUT_MS,
  );

  it(
    'aud-lost-at-exit: at the 100th of 200 answers loses no record, no answer that was paid for and no paid call',
    async () => {
      const { server, caller } = await startServer();
      await books.grant(200);
      const captures = await books.captures();
      let answered = 0;
      let end: Promise<unknown> | undefined;
      const calls = Array.from({ length: 200 }, async () => {
        const answer = await caller.rpc('tools/call', { name: 'probe_paid' }).catch(() => undefined);
        answered += 1;
        if (answered === 100) end = server.kill('SIGTERM');
        return answer?.body?.result?._meta?.['io.turnpike/receipt']?.callId;
      });
      const receipts = (await Promise.all(calls)).filter((callId) => callId !== undefined);
      expect(await end).toEqual({ code: 0, signal: null });

      expect(receipts.length).toBeGreaterThanOrEqual(100);
      expect((await books.captures()) - captures).toBe(receipts.length);
      const recorded = await books.database.rows<{ call_id: string }>(
        "SELECT call_id FROM audit_record WHERE stage = 'terminal' AND outcome = 'success' AND call_id = ANY ($1)",
        [receipts],
      );
      expect(recorded).toHaveLength(receipts.length);
      await expectCleanBooks();
    },
    SERVERS_TIMEOUT_MS,
  );
});

describe('http-disconnect-stops-work: the client closes the connection while a paid tool runs', () => {
  it(
    'stops the tool, releases the hold and records the call once, as disconnected',
    async () => {
      const { server, caller } = await startServer();
      await books.grant(1);
      const before = await books.balance();
      const disconnected = (await books.outcomes()).disconnected ?? 0;
      const call = callSlowly(caller);
      await untilRunning(1);
      expect((await books.balance()).held).toBe(CREDIT);

      call.destroy();

      await eventually(PATIENCE_MS, 'the tool to stop', async () =>
        (await server.runs()).probe_slow_stopped === 1 ? true : undefined,
      );
      await untilRunning(0);
      expect(await books.balance()).toEqual(before);
      expect((await books.outcomes()).disconnected).toBe(disconnected + 1);
      await expectCleanBooks();
    },
    SERVERS_TIMEOUT_MS,
  );
});

/** A call of 50 s over a connection of its own. */
function callSlowly({ url, token }: McpCaller): ClientRequest {
  const call = request(`${url}/mcp`, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      Authorization: `Bearer ${token}`,
    },
  });
  call.on('error', () => undefined);
  call.end(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'probe_slow', arguments: { ms: 50_000 } },
    }),
  );
  return call;
}
