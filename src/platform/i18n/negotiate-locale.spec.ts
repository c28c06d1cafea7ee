import { describe, expect, it } from '@jest/globals';
import type { Locale } from '../../kernel/index.js';
import { negotiateLocale } from './negotiate-locale.js';

describe('negotiateLocale (RFC 9110, 12.5.4)', () => {
  const rows: [header: string | undefined, account: Locale | undefined, fallback: Locale, expected: Locale][] = [
    [undefined, undefined, 'ru', 'ru'],
    [undefined, 'en', 'ru', 'en'],
    ['', 'en', 'ru', 'en'],
    ['en', 'ru', 'ru', 'en'],
    ['ru-RU,ru;q=0.9,en-US;q=0.8,en;q=0.7', 'en', 'en', 'ru'],
    ['en;q=0.3, ru;q=0.4', undefined, 'en', 'ru'],
    ['EN-gb', undefined, 'ru', 'en'],
    ['ru, en', 'en', 'en', 'ru'],
    ['*', 'en', 'ru', 'en'],
    ['*', undefined, 'ru', 'ru'],
    ['*;q=0.5, en;q=0.4', 'ru', 'en', 'ru'],
    ['*;q=0.1, en', 'ru', 'ru', 'en'],
    ['de, fr;q=0.9', 'en', 'ru', 'en'],
    ['de, en;q=0.1', 'ru', 'ru', 'en'],
    ['ru;q=0, *', 'ru', 'ru', 'en'],
    ['ru;q=0, en;q=0', 'en', 'ru', 'en'],
    ['en;q=2, ru;q=0.1', 'en', 'en', 'ru'],
    ['en;q=abc', undefined, 'ru', 'ru'],
    ['english', undefined, 'ru', 'ru'],
    [',,, ;q=1', undefined, 'ru', 'ru'],
  ];
  it.each(rows)('header %j, account %s, fallback %s -> %s', (header, account, fallback, expected) => {
    expect(negotiateLocale(header, account, fallback)).toBe(expected);
  });

  it('ignores a header longer than 256 characters', () => {
    const header = `en${', de'.repeat(63)}`;
    expect(negotiateLocale(`${header},ru`.slice(0, 256), undefined, 'ru')).toBe('en');
    expect(negotiateLocale(header.padEnd(257), undefined, 'ru')).toBe('ru');
  });
});
