import { describe, expect, it } from '@jest/globals';
import { AppError } from '../kernel/index.js';
import { PAGE_SIZE, pageAfter } from './cursor.js';

const tools = Array.from({ length: 250 }, (_, index) => ({ name: `tool_${String(index).padStart(3, '0')}` }));

function walk(items: typeof tools): string[][] {
  const pages: string[][] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const page: ReturnType<typeof pageAfter<(typeof tools)[number]>> = pageAfter(items, cursor);
    pages.push(page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  return pages;
}

describe('pageAfter', () => {
  it('gives every item once, in order, a hundred on a page', () => {
    const pages = walk(tools);
    expect(pages.map((page) => page.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 50]);
    expect(pages.flat()).toEqual(tools.map(({ name }) => name));
  });

  it('leaves nextCursor out when the last page is exactly full', () => {
    expect(pageAfter(tools.slice(0, PAGE_SIZE), undefined)).not.toHaveProperty('nextCursor');
  });

  it.each([undefined, null, ''])('takes %j for the first page', (cursor) => {
    expect(pageAfter(tools, cursor).items[0]).toBe(tools[0]);
  });

  it('goes on at the right place when the list has changed meanwhile', () => {
    const { nextCursor } = pageAfter(tools, '');
    expect(pageAfter(tools.slice(99), nextCursor).items[0]).toBe(tools[100]);
  });

  it.each([
    'x',
    '!!!',
    'eyJhZnRlciI6MX0',
    Buffer.from('{"after":"a"}').toString('base64'),
    `${Buffer.from('{"after":"a"}').toString('base64url')}\n`,
    Buffer.from('{"after":"a","x":1}').toString('base64url'),
    'A'.repeat(10_000),
    5,
    { after: 'a' },
    ['a'],
    true,
  ])('refuses %j, which was not issued here', (cursor) => {
    expect(() => pageAfter(tools, cursor)).toThrow(AppError);
    expect(() => pageAfter(tools, cursor)).toThrow('Invalid cursor');
  });
});
