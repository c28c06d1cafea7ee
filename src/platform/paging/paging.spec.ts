import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor, pageOf } from './index.js';

const LARGEST = 9_223_372_036_854_775_807n;

describe('a cursor', () => {
  it('leads back to the id that it was made of', () => {
    fc.assert(fc.property(fc.bigInt(1n, LARGEST), (id) => expect(decodeCursor(encodeCursor(id))).toBe(id)));
  });

  it.each([
    ['', 'empty'],
    ['12', 'a bare id'],
    ['YmVmb3JlOjA', 'id 0'],
    [encodeCursor(LARGEST + 1n), 'an id beyond bigint'],
    [`${encodeCursor(5n)}=`, 'padding'],
    ['YmVmb3JlOjV', 'another spelling of the same bytes'],
    ['YmVmb3JlOjUgT1IgMT0x', 'more than an id'],
    ['A'.repeat(10_000), 'too long'],
  ])('%p is refused: %s', (cursor) => {
    expect(() => decodeCursor(cursor)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  });
});

describe('pageOf', () => {
  const read = [{ id: 9n }, { id: 7n }, { id: 4n }];

  it('goes on after the last row shown when there is more', () => {
    expect(pageOf(read, 2, (row) => row.id)).toEqual({ rows: read.slice(0, 2), nextCursor: encodeCursor(7n) });
  });

  it('has no next page when all was read', () => {
    expect(pageOf(read, 3, (row) => row.id)).toEqual({ rows: read });
    expect(pageOf([], 3, () => 1n)).toEqual({ rows: [] });
  });
});
