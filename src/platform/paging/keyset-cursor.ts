import { AppError } from '../../kernel/index.js';

const SHAPE = /^[A-Za-z0-9_-]{1,40}$/;
const CONTENT = /^before:([1-9]\d{0,18})$/;
const LARGEST_ID = 9_223_372_036_854_775_807n;

/** Where a list in falling order of ids goes on: after the row with this id. Opaque to clients. */
export function encodeCursor(lastId: bigint): string {
  return Buffer.from(`before:${String(lastId)}`).toString('base64url');
}

/**
 * @returns the id before which the next page begins
 * @throws AppError `invalid_input` for a text that `encodeCursor` did not make
 */
export function decodeCursor(cursor: string): bigint {
  const id = SHAPE.test(cursor) ? CONTENT.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1] : undefined;
  const value = id === undefined ? 0n : BigInt(id);
  // Base64 has several spellings of the same bytes; only our own is accepted.
  if (value < 1n || value > LARGEST_ID || encodeCursor(value) !== cursor) throw badCursor();
  return value;
}

function badCursor(): AppError {
  return new AppError(
    'invalid_input',
    {
      ru: 'Поле «cursor»: такого указателя страницы нет; передайте next_cursor из предыдущего ответа без изменений.',
      en: 'Field "cursor": there is no such page; send the next_cursor of the previous answer unchanged.',
    },
    { field: 'cursor' },
  );
}
