import fc from 'fast-check';
import { createTestDatabase } from '../database.js';
import type { Database } from '../../../src/platform/index.js';
import { Alone, Together, Wait, type Step } from './commands.js';
import { openAccount } from './functions.js';
import { LedgerModel } from './model.js';

const ACCOUNTS = 3;
const COMMANDS = 60;

const account = fc.nat(ACCOUNTS - 1);
const amount = fc.bigInt(1n, 60n);
const grant = fc.record({
  do: fc.constant('grant' as const),
  account,
  source: fc.oneof(fc.nat(2), fc.nat(400)),
  amount: fc.oneof(fc.bigInt(1n, 30n), fc.bigInt(1n, 250n)),
  priority: fc.constantFrom(10, 100, 100, 100),
  startsIn: fc.constantFrom(0, 0, 0, 3),
  lasts: fc.option(fc.integer({ min: 1, max: 30 }), { nil: null }),
});
const hold = fc.record({
  do: fc.constant('hold' as const),
  items: fc.array(fc.record({ account, amount }), { minLength: 1, maxLength: 8 }),
});
const end = fc.record({
  do: fc.constant('end' as const),
  items: fc.array(fc.record({ pick: fc.nat(10_000), capture: fc.oneof(fc.constant(0n), fc.bigInt(-1n, 70n)) }), {
    minLength: 1,
    maxLength: 8,
  }),
  expired: fc.boolean(),
});
const expire = fc.constant<Step>({ do: 'expire' });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: grant, weight: 3 },
  { arbitrary: hold, weight: 5 },
  { arbitrary: end, weight: 5 },
  { arbitrary: expire, weight: 1 },
);
const commands = fc.commands(
  [
    step.map((one) => new Alone(one)),
    step.map((one) => new Alone(one)),
    fc.array(step, { minLength: 2, maxLength: 6 }).map((steps) => new Together(steps)),
    fc.nat(6).map((days) => new Wait(days)),
  ],
  { maxCommands: COMMANDS, size: 'max' },
);

interface LedgerRun {
  /** How many operations (a grant, a hold, an end of a hold, a round of expiry) were made. */
  readonly operations: number;
  /** What fast-check says about the failure, with the seed and the shortest commands; absent when all held. */
  readonly failure?: string;
}

/**
 * Runs random commands against the ledger and its model, each run on empty books.
 * @param options.prepare changes the database before the run; `shrink: false` stops at the first failure
 */
export async function exploreLedger(options: {
  readonly seed: number;
  readonly runs: number;
  readonly shrink?: boolean;
  readonly prepare?: (database: Database) => Promise<unknown>;
}): Promise<LedgerRun> {
  const test = await createTestDatabase();
  try {
    await options.prepare?.(test.database);
    const real = { database: test.database, operations: 0 };
    const property = fc.asyncProperty(commands, async (run) => {
      await emptyLedger(test.database);
      const accounts: string[] = [];
      for (let i = 0; i < ACCOUNTS; i += 1) accounts.push((await openAccount(test.database)).accountId);
      await fc.asyncModelRun(() => ({ model: new LedgerModel(accounts), real }), run);
    });
    const { seed, runs: numRuns, shrink } = options;
    const details = await fc.check(property, { seed, numRuns, endOnFailure: shrink === false });
    const failure = details.failed ? { failure: fc.defaultReportMessage(details) ?? 'failed' } : {};
    return { operations: real.operations, ...failure };
  } finally {
    await test.drop();
  }
}

/** Only a superuser who says so can get past the triggers that keep the books. */
async function emptyLedger(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    await client.query(`SET LOCAL session_replication_role = 'replica'`);
    for (const table of ['entry', 'transfer', 'hold_part', 'hold', 'credit_grant'])
      await client.query(`DELETE FROM ${table}`);
    await client.query(`DELETE FROM account WHERE kind = 'customer'`);
  });
}
