import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerAt, openDemoBooks, type DemoBooks } from '../support/demo-books.js';
import { McpCaller } from '../support/mcp-caller.js';
import { endServerProcesses, SERVERS_TIMEOUT_MS, startServerProcess } from '../support/server-process.js';

const CREDIT = 1_000_000n;

let books: DemoBooks;
let one: McpCaller;
let other: McpCaller;

beforeAll(async () => {
  books = await openDemoBooks();
  const servers = await Promise.all([startServerProcess(books.databaseUrl), startServerProcess(books.databaseUrl)]);
  one = await callerAt(servers[0].url);
  other = new McpCaller(servers[1].url, one.token);
}, SERVERS_TIMEOUT_MS);

afterAll(async () => {
  await endServerProcesses();
  await books.drop();
}, SERVERS_TIMEOUT_MS);

/** The codes of `count` concurrent calls, spread evenly over the servers; `ok` for a success. */
async function callAll(callers: readonly McpCaller[], count: number, tool: string, args = {}): Promise<string[]> {
  const calls = Array.from({ length: count }, (_, index) => callers[index % callers.length]!.tool(tool, args));
  return (await Promise.all(calls)).map((result) =>
    result.isError ? String(result._meta?.['io.turnpike/error']?.code) : 'ok',
  );
}

/** What a test added to counts by name. */
const added = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]));

const tally = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((other) => other === code).length]));

describe.each([
  { servers: 'one process', callers: () => [one] },
  { servers: 'two processes on one database', callers: () => [one, other] },
])('200 concurrent paid calls on a balance for 10, $servers', ({ callers }) => {
  it('charge exactly 10, refuse 190, record all and leave nothing', async () => {
    await books.grant(10);
    const [captures, outcomes] = [await books.captures(), await books.outcomes()];
    expect(await books.balance()).toEqual({ posted: 10n * CREDIT, held: 0n });

    expect(tally(await callAll(callers(), 200, 'probe_paid'))).toEqual({ ok: 10, insufficient_credits: 190 });

    expect(await books.balance()).toEqual({ posted: 0n, held: 0n });
    expect((await books.captures()) - captures).toBe(10);
    expect(added(outcomes, await books.outcomes())).toEqual({ success: 10, insufficient_credits: 190 });
    expect(await books.badlyRecorded()).toEqual([]);
    expect(await books.differences()).toEqual([]);
  });
});

describe('bill-parallel-overspend: 30 parallel calls of a tool that takes a second, over two processes', () => {
  it.each([1, 3])(
    'on a balance for %i run exactly as many as are paid for; the balance is never below 0',
    async (paid) => {
      await books.grant(paid);
      const [captures, before] = [await books.captures(), await books.outcomes()];
      const over = new AbortController();
      let lowest = BigInt(paid) * CREDIT;
      const watching = (async () => {
        while (!over.signal.aborted) {
          const { posted, held } = await books.balance();
          if (posted - held < lowest) lowest = posted - held;
        }
      })();
      const codes = await callAll([one, other], 30, 'probe_nap', { ms: 1_000 });
      over.abort();
      await watching;

      expect(tally(codes)).toEqual({ ok: paid, insufficient_credits: 30 - paid });
      expect(lowest).toBe(0n);
      expect((await books.captures()) - captures).toBe(paid);
      expect(added(before, await books.outcomes())).toEqual({ success: paid, insufficient_credits: 30 - paid });
      expect(await books.differences()).toEqual([]);
    },
  );
});
