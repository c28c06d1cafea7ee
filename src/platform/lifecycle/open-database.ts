import { resolve } from 'node:path';
import pg from 'pg';
import type { Config } from '../../config/index.js';
import { Database, migrate } from '../database/index.js';
import { startEmbeddedPostgres } from '../embedded-postgres/index.js';
import type { Logger } from '../logger/index.js';

const NAME = 'turnpike';
// Two processes that start at once on one embedded server take turns making the database.
const CREATE_LOCK = 815_001;

/** The database cannot be used; the message says which server and what to do, never the password. */
class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** A database that is ready for work: reachable, with all migrations applied. */
export interface OpenedDatabase {
  readonly database: Database;
  /** True when it is the embedded server under `DATA_DIR`. */
  readonly embedded: boolean;
  /** Closes the pool, then the embedded server; a second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Opens the database of `DATABASE_URL`, or starts the embedded PostgreSQL and makes the database `turnpike` in it;
 * then applies the migrations.
 * @throws DatabaseUnavailableError when the server does not answer
 * @throws MigrationError when a migration fails or an applied one was changed
 */
export async function openDatabase(config: Config, options: { readonly log: Logger }): Promise<OpenedDatabase> {
  const { log } = options;
  const server = config.database.url === undefined ? await startEmbedded(config, log) : undefined;
  const url = server?.url ?? config.database.url ?? '';
  try {
    await checkReachable(url);
    const applied = await migrate(url);
    if (applied.length > 0) log.info('Migrations applied', { migrations: applied });
  } catch (error) {
    await server?.stop();
    throw error;
  }
  const onError = (error: Error): void => log.warn('An idle database connection failed', { error });
  const database = new Database({ url, poolMax: config.database.poolMax, onError });
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    await database.close();
    await server?.stop();
  };
  return { database, embedded: server !== undefined, stop: () => (stopped ??= stop()) };
}

async function startEmbedded(config: Config, log: Logger): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = resolve(config.database.dataDir);
  const server = await startEmbeddedPostgres({ dataDir, port: config.database.embeddedPort });
  log.info('Embedded PostgreSQL is running', { dataDir, created: server.created });
  try {
    await createIfMissing(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const url = new URL(server.url);
  url.pathname = `/${NAME}`;
  return { url: url.href, stop: () => server.stop() };
}

async function createIfMissing(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [CREATE_LOCK]);
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [NAME]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${NAME}`);
  } finally {
    await client.end();
  }
}

async function checkReachable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
  } catch (error) {
    const { host, pathname } = new URL(url);
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new DatabaseUnavailableError(
      `PostgreSQL at ${host}${pathname} cannot be used (${reason}): check DATABASE_URL, that the server runs and that the database exists`,
      { cause: error },
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}
