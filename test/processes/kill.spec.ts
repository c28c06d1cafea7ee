import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { callerAt, openDemoBooks, type DemoBooks } from '../support/demo-books.js';
import { eventually, pause } from '../support/eventually.js';
import { McpCaller, type RpcBody } from '../support/mcp-caller.js';
import {
  endServerProcesses,
  SERVERS_TIMEOUT_MS,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process.js';
import { SeededRandom } from '../support/time.js';

const KILLS = Number(process.env.KILLS ?? 20);
const SEED = Number(process.env.SEED ?? randomInt(1_000_000));
const CALLS = 100;
const MOST_ANSWERS = 80;
const GRANT = 1_000_000;
const CREDIT = 1_000_000n;
/** Servers that are up or starting at any moment: a start takes longer than a round. */
const WARM = 3;
const KILLS_TIMEOUT_MS = 60_000 + KILLS * 20_000;
/** A hold of these tools lasts 3 s at most, and a sweep comes every half second. */
const SWEPT_WITHIN_MS = 60_000;
const SERVER = { HOLD_MARGIN_MS: '1000', SWEEP_EVERY_MS: '500' };

/** A call under an idempotency key of its own; `result` when its answer came through. */
interface Attempt {
  readonly key: string;
  readonly tool: string;
  readonly args: object;
  result?: RpcBody['result'];
}

const random = new SeededRandom(SEED);
/** An integer of 0 .. below - 1. */
const draw = (below: number): number => random.bytes(4).readUInt32LE() % below;

let books: DemoBooks;
let token: string;
let survivor: ServerProcess;
const attempts: Attempt[] = [];

const newAttempt = (): Attempt => {
  const nap = draw(2) === 0;
  return { key: randomUUID(), tool: nap ? 'probe_nap' : 'probe_paid', args: nap ? { ms: draw(500) } : {} };
};

async function call(url: string, attempt: Attempt): Promise<void> {
  const params = { name: attempt.tool, arguments: attempt.args };
  const answer = await new McpCaller(url, token)
    .rpc('tools/call', params, { 'Idempotency-Key': attempt.key })
    .catch(() => undefined);
  if (answer?.body?.result !== undefined) attempt.result = answer.body.result;
}

/** Fires 100 calls, and kills the server at a random moment after a random number of answers. */
async function killAmongCalls(server: ServerProcess): Promise<Attempt[]> {
  const round = Array.from({ length: CALLS }, newAttempt);
  const wanted = draw(MOST_ANSWERS);
  let enough: (() => void) | undefined;
  const reached = new Promise<void>((resolve) => (enough = resolve));
  let answers = 0;
  const calls = round.map(async (attempt) => {
    await call(server.url, attempt);
    answers += 1;
    if (answers >= wanted) enough?.();
  });
  if (wanted > 0) await reached;
  await pause(draw(100));
  await server.kill('SIGKILL');
  await Promise.all(calls);
  return round;
}

/** Always a server that is ready, and its successors on their way. */
class Servers {
  private readonly starting: Promise<ServerProcess>[] = [];
  private left = KILLS + 1;

  async next(): Promise<ServerProcess> {
    while (this.starting.length < WARM && this.left > 0) {
      this.left -= 1;
      const server = startServerProcess(books.databaseUrl, SERVER);
      server.catch(() => undefined);
      this.starting.push(server);
    }
    return this.starting.shift()!;
  }
}

beforeAll(async () => {
  process.stderr.write(`kill.spec: SEED=${String(SEED)} KILLS=${String(KILLS)}\n`);
  books = await openDemoBooks();
  await books.grant(GRANT);
  const servers = new Servers();
  let server = await servers.next();
  ({ token } = await callerAt(server.url));
  for (let kill = 0; kill < KILLS; kill += 1) {
    attempts.push(...(await killAmongCalls(server)));
    server = await servers.next();
  }
  // The last server only sweeps, until the last hold of the killed ones has expired.
  await eventually(SWEPT_WITHIN_MS, 'the sweep', async () => ((await books.running()) === 0 ? true : undefined));
  survivor = server;
  const answered = attempts.filter(({ result }) => result !== undefined).length;
  process.stderr.write(
    `kill.spec: ${String(answered)} of ${String(attempts.length)} calls were answered before a kill\n`,
  );
}, KILLS_TIMEOUT_MS);

afterAll(async () => {
  await endServerProcesses();
  await books.drop();
}, SERVERS_TIMEOUT_MS);

const idOf = ({ result }: Attempt): unknown => result?._meta?.['io.turnpike/receipt']?.callId;

describe(`bill-orphan-hold: the server killed in the middle of 100 running calls, ${String(KILLS)} times`, () => {
  it('leaves no hold, and books that agree', async () => {
    expect(await books.differences()).toEqual([]);
    expect((await books.balance()).held).toBe(0n);
    const open = await books.database.rows("SELECT id FROM hold WHERE state = 'held'");
    expect(open).toEqual([]);
  });

  it('gives every accepted call exactly one terminal record; the killed ones are recorded as orphaned', async () => {
    expect(await books.badlyRecorded()).toEqual([]);
    const orphans = await books.database.rows(
      "SELECT 1 FROM audit_record WHERE stage = 'terminal' AND denial_rule = 'orphaned' AND captured = 0",
    );
    expect(orphans.length).toBeGreaterThan(0);
  });

  it('aud-lost-at-exit: charges exactly the calls that are recorded as successes, answered or not', async () => {
    const captured = await books.database.rows<{ id: string }>(
      "SELECT call_id AS id FROM transfer WHERE kind = 'capture' ORDER BY call_id",
    );
    const succeeded = await books.database.rows<{ id: string }>(
      "SELECT call_id AS id FROM audit_record WHERE stage = 'terminal' AND outcome = 'success' ORDER BY call_id",
    );
    expect(captured).toEqual(succeeded);
    expect((await books.balance()).posted).toBe(BigInt(GRANT - captured.length) * CREDIT);
    const paid = new Set(captured.map(({ id }) => id));
    const successes = attempts.filter(({ result }) => result?.isError === false);
    expect(successes.filter((attempt) => !paid.has(String(idOf(attempt))))).toEqual([]);
    expect(new Set(successes.map(idOf)).size).toBe(successes.length);
  });

  it(
    'lets a client repeat every call under its key, answered or not: in the end each key is paid exactly once',
    async () => {
      expect(attempts.filter(({ result }) => result === undefined)).not.toEqual([]);
      for (let from = 0; from < attempts.length; from += CALLS) {
        await Promise.all(attempts.slice(from, from + CALLS).map((attempt) => call(survivor.url, attempt)));
      }
      expect(attempts.filter(({ result }) => result?.isError !== false)).toEqual([]);
      expect(await books.captures()).toBe(KILLS * CALLS);
      expect(await books.balance()).toEqual({ posted: BigInt(GRANT - KILLS * CALLS) * CREDIT, held: 0n });
      expect(await books.differences()).toEqual([]);
      expect(await books.badlyRecorded()).toEqual([]);
    },
    KILLS_TIMEOUT_MS,
  );
});
