import { encodeCursor } from './keyset-cursor.js';

/** A page of a list; `nextCursor` is absent on the last one. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor?: string;
}

/** Makes a page of `limit` rows out of `limit` + 1 that were read: the extra row only tells that there is more. */
export function pageOf<Row>(read: readonly Row[], limit: number, idOf: (row: Row) => bigint): Page<Row> {
  const rows = read.slice(0, limit);
  const last = rows.at(-1);
  return read.length > limit && last !== undefined ? { rows, nextCursor: encodeCursor(idOf(last)) } : { rows };
}
