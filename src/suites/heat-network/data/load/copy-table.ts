import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyLine, type Cell } from './copy-text.js';

const ROWS_PER_CHUNK = 500;

/** The rows of one table, ready for COPY. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Streams rows into a table; `onRows` hears how many went out with each chunk. */
export async function copyTable(
  client: pg.PoolClient,
  { table, columns, rows }: TableRows,
  onRows: (count: number) => void,
): Promise<void> {
  if (rows.length === 0) return;
  const names = columns.map((name) => `"${name}"`).join(', ');
  const sink = client.query(copyFrom(`COPY "${table}" (${names}) FROM STDIN`));
  // An error on either side ends the COPY too: the connection is then free for the ROLLBACK.
  await pipeline(chunksOf(rows, onRows), sink);
}

function* chunksOf(rows: TableRows['rows'], onRows: (count: number) => void): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_PER_CHUNK) {
    const chunk = rows.slice(start, start + ROWS_PER_CHUNK);
    yield chunk.map(copyLine).join('');
    onRows(chunk.length);
  }
}
