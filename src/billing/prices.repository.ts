import { Injectable } from '@nestjs/common';
import { Database } from '../platform/index.js';

/** A version of a tool's price: micro-credits for a call, or for one unit of `meter`. */
interface PriceRow {
  readonly id: bigint;
  readonly tool: string;
  readonly amount: bigint;
  readonly meter: string | null;
}

/** What the code says a tool costs. */
interface WantedPrice {
  readonly tool: string;
  readonly amount: bigint;
  readonly meter: string | null;
}

// An arbitrary number that every process of the service agrees on.
const LOCK = 72_707_370;

const NEWEST = `SELECT DISTINCT ON (tool) id, tool, amount, meter FROM tool_price
  WHERE tool = ANY ($1) ORDER BY tool, effective_at DESC, id DESC`;

// A price of the same or a later moment exists when another process's clock runs ahead: the new one goes after it.
const INSERT_CHANGED = `
  INSERT INTO tool_price (tool, amount, meter, effective_at)
  SELECT w.tool, w.amount, w.meter, greatest($4::timestamptz, n.effective_at + interval '1 microsecond')
    FROM unnest($1::text[], $2::bigint[], $3::text[]) AS w (tool, amount, meter)
    LEFT JOIN LATERAL (SELECT p.amount, p.meter, p.effective_at FROM tool_price p WHERE p.tool = w.tool
                        ORDER BY p.effective_at DESC, p.id DESC LIMIT 1) AS n ON true
   WHERE n.amount IS DISTINCT FROM w.amount OR n.meter IS DISTINCT FROM w.meter`;

@Injectable()
export class PricesRepository {
  constructor(private readonly database: Database) {}

  /**
   * Writes a new version of every price that differs from the newest one, under a lock: processes that start together
   * write one version.
   * @returns the newest version of each wanted tool
   */
  sync(wanted: readonly WantedPrice[], now: Date): Promise<PriceRow[]> {
    const tools = wanted.map((price) => price.tool);
    return this.database.transaction(async (client) => {
      await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
      await client.query(INSERT_CHANGED, [
        tools,
        wanted.map((price) => price.amount),
        wanted.map((price) => price.meter),
        now,
      ]);
      return (await client.query<PriceRow>(NEWEST, [tools])).rows;
    });
  }
}
