import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient } from '../../generated/prisma/client.js';

const INT8_OID = 20;
const SESSION =
  "SET jit = off; SET timezone = 'UTC'; SET statement_timeout = '60s'; SET idle_in_transaction_session_timeout = '60s'";

/** How the pool is made; `poolMax` connections at most. */
export interface DatabaseOptions {
  readonly url: string;
  readonly poolMax?: number;
  /** Called with errors of idle connections, for instance when the server restarts. */
  readonly onError?: (error: Error) => void;
}

/** One pool for both ways in: Prisma for ordinary reads and writes, plain SQL for the hot path. */
export class Database {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;

  constructor(readonly options: DatabaseOptions) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolMax ?? 16,
      connectionTimeoutMillis: 10_000,
      keepAlive: true,
      types: { getTypeParser },
      // Awaited before the connection is handed out for the first time.
      // eslint-disable-next-line @typescript-eslint/no-misused-promises -- the types lag behind: pg-pool waits for a promise
      onConnect: (client) => client.query(SESSION),
    });
    // Without a listener an idle connection that the server closes would end the process.
    this.pool.on('error', (error) => options.onError?.(error));
    this.prisma = new PrismaClient({ adapter: new PrismaPg(this.pool) });
  }

  /** Runs one statement; int8 columns come back as bigint. */
  async rows<T>(sql: string, values: readonly unknown[] = []): Promise<T[]> {
    const result = await this.pool.query(sql, [...values]);
    return result.rows as T[];
  }

  /** Runs one statement that is prepared once per connection under `name`: the hot path. */
  async prepared<T>(name: string, sql: string, values: readonly unknown[]): Promise<T[]> {
    const result = await this.pool.query({ name, text: sql, values: [...values] });
    return result.rows as T[];
  }

  /** Runs `work` in one transaction (READ COMMITTED); rolls back and rethrows when it throws. */
  async transaction<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const result = await work(client);
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      // A connection that cannot roll back is broken: give it up instead of returning it.
      await client.query('ROLLBACK').then(
        () => client.release(),
        () => client.release(true),
      );
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.prisma.$disconnect();
    if (!this.pool.ended) await this.pool.end();
  }
}

function getTypeParser(
  oid: Parameters<typeof pg.types.getTypeParser>[0],
  format?: 'text' | 'binary',
): (value: string) => unknown {
  if ((oid as number) === INT8_OID && format !== 'binary') return BigInt;
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}
