import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerAt, openDemoBooks, type DemoBooks } from '../support/demo-books.js';
import { McpCaller } from '../support/mcp-caller.js';
import {
  endServerProcesses,
  SERVERS_TIMEOUT_MS,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.js';

let books: DemoBooks;
let servers: ServerProcess[];

beforeAll(async () => {
  books = await openDemoBooks();
  const start = (): Promise<ServerProcess> => startServerProcess(books.databaseUrl, { RATE_LIMIT: '60' });
  servers = await Promise.all([start(), start(), start()]);
}, SERVERS_TIMEOUT_MS);

afterAll(async () => {
  await endServerProcesses();
  await books.drop();
}, SERVERS_TIMEOUT_MS);

describe('lim-two-processes: 60 calls a minute over two processes', () => {
  it('let exactly 60 of 100 through, and a process that is replaced half-way brings no new allowance', async () => {
    const [first, second, replacement] = servers as [ServerProcess, ServerProcess, ServerProcess];
    const { token } = await callerAt(first.url);
    const fifty = async (...urls: string[]): Promise<boolean[]> => {
      const callers = urls.map((url) => new McpCaller(url, token));
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => callers[index % 2]!.tool('probe_free')),
      );
      return results.map(({ isError }) => isError);
    };

    const before = await fifty(first.url, second.url);
    await first.kill('SIGKILL');
    const after = await fifty(replacement.url, second.url);

    expect(before).not.toContain(true);
    expect(after.filter((refused) => !refused)).toHaveLength(10);
    expect(await books.outcomes()).toEqual({ success: 60, rate_limited: 40 });
  });
});
