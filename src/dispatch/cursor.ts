import { isJsonObject, type Json } from '../kernel/index.js';
import { invalidCursor } from './dispatch.errors.js';

/** Tools on one page of `tools/list`. */
export const PAGE_SIZE = 100;

const LONGEST = 256;

/** A page of a list that is ordered by name. */
interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/**
 * The page after the cursor. The cursor names the last item of the page before it, not a position, so it stays right when
 * the list changes in between.
 * @param cursor `params.cursor`; absent, null and `''` ask for the first page
 * @throws AppError `invalid_params`
 */
export function pageAfter<T extends { readonly name: string }>(
  items: readonly T[],
  cursor: Json | undefined,
  size = PAGE_SIZE,
): Page<T> {
  const last = readCursor(cursor);
  const rest = last === undefined ? items : items.filter(({ name }) => name > last);
  const page = rest.slice(0, size);
  const end = page.at(-1);
  return rest.length > size && end !== undefined ? { items: page, nextCursor: writeCursor(end.name) } : { items: page };
}

function writeCursor(after: string): string {
  return Buffer.from(JSON.stringify({ after })).toString('base64url');
}

function readCursor(cursor: Json | undefined): string | undefined {
  if (cursor === undefined || cursor === null || cursor === '') return undefined;
  if (typeof cursor !== 'string' || cursor.length > LONGEST) throw invalidCursor();
  const after = decode(cursor);
  // Node skips foreign characters in base64: only what writes back to the same text was issued here.
  if (after === undefined || writeCursor(after) !== cursor) throw invalidCursor();
  return after;
}

function decode(cursor: string): string | undefined {
  try {
    const value = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as Json;
    const after = isJsonObject(value) ? value.after : undefined;
    return typeof after === 'string' ? after : undefined;
  } catch {
    return undefined;
  }
}
