import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { Database } from '../../src/platform/index.js';

export interface TestDatabase {
  readonly url: string;
  readonly database: Database;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** A fresh database with all migrations applied: a copy of the template that globalSetup made. */
export async function createTestDatabase(poolMax = 8): Promise<TestDatabase> {
  const name = `turnpike_${String(process.pid)}_${randomBytes(5).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} TEMPLATE ${process.env.TEST_TEMPLATE ?? ''}`);
  const url = new URL(process.env.TEST_SERVER_URL ?? '');
  url.pathname = `/${name}`;
  const database = new Database({ url: url.href, poolMax });
  return {
    url: url.href,
    database,
    drop: async () => {
      await database.close();
      await administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

// CREATE DATABASE fails while another worker copies the same template: the advisory lock makes them take turns.
async function administer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.TEST_SERVER_URL });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock(815)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}
