import { AccountsRepository } from '../../src/billing/index.js';
import { PlansRepository } from '../../src/billing/plans.repository.js';
import { seedDemoIdentity } from '../../src/identity/index.js';
import { credits } from '../../src/kernel/index.js';
import { SystemClock, SystemRandom, type Database } from '../../src/platform/index.js';
import { balance, grant } from './calls.js';
import { createTestDatabase } from './database.js';
import { McpCaller } from './mcp-caller.js';
import { post } from './server.js';

type Role = 'admin' | 'engineer' | 'dispatcher';

/** The demo organisation with an empty account, in a database that several servers may share. */
export interface DemoBooks {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly accountId: string;
  /** @param amount whole credits */
  grant(amount: number): Promise<void>;
  balance(): Promise<{ posted: bigint; held: bigint }>;
  /** How many captures there are. */
  captures(): Promise<number>;
  /** How many terminal records of tool calls there are, by outcome. */
  outcomes(): Promise<Record<string, number>>;
  /** The calls that are admitted and have not ended. */
  running(): Promise<number>;
  /** The registered calls that have not exactly one accepted and one terminal record. */
  badlyRecorded(): Promise<string[]>;
  /** Where the books disagree. */
  differences(): Promise<unknown[]>;
  drop(): Promise<void>;
}

export async function openDemoBooks(): Promise<DemoBooks> {
  const test = await createTestDatabase();
  const { url, database } = test;
  const random = new SystemRandom(new SystemClock());
  const clock = new SystemClock();
  const { organisationId } = await seedDemoIdentity(database, {
    production: false,
    clock,
    random,
    planCode: 'BUSINESS',
  });
  await new PlansRepository(database).seed();
  const accountId = await new AccountsRepository(database, random).open(organisationId);
  const count = async (sql: string): Promise<number> => Number((await database.rows<{ n: bigint }>(sql))[0]?.n ?? -1);
  return {
    databaseUrl: url,
    database,
    accountId,
    grant: async (amount) => {
      await grant(database, accountId, credits(amount));
    },
    balance: () => balance(database, accountId),
    captures: () => count("SELECT count(*) AS n FROM transfer WHERE kind = 'capture'"),
    outcomes: async () => {
      const rows = await database.rows<{ outcome: string; n: bigint }>(
        "SELECT outcome, count(*) AS n FROM audit_record WHERE stage = 'terminal' AND action = 'tool.call' GROUP BY outcome",
      );
      return Object.fromEntries(rows.map(({ outcome, n }) => [outcome, Number(n)]));
    },
    running: () => count("SELECT count(*) AS n FROM call WHERE state = 'accepted'"),
    badlyRecorded: async () => {
      const rows = await database.rows<{ id: string }>(
        `SELECT c.id FROM call c LEFT JOIN audit_record a ON a.call_id = c.id GROUP BY c.id
          HAVING count(*) FILTER (WHERE a.stage = 'accepted') <> 1 OR count(*) FILTER (WHERE a.stage = 'terminal') <> 1`,
      );
      return rows.map(({ id }) => id);
    },
    differences: () => database.rows('SELECT rule, subject, difference FROM billing_reconcile()'),
    drop: () => test.drop(),
  };
}

/** A login token of the demo user. */
export async function loginAt(url: string, role: Role): Promise<string> {
  const answer = await post(`${url}/api/v1/auth/login`, { email: `${role}@demo.local`, password: `demo-${role}-2026` });
  return (answer as { token: string }).token;
}

/** A caller with an MCP token of the demo user. */
export async function callerAt(url: string, role: Role = 'engineer'): Promise<McpCaller> {
  const answer = await post(`${url}/api/v1/mcp/token`, {}, await loginAt(url, role));
  return new McpCaller(url, (answer as { token: string }).token);
}
