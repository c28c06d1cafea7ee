import { describe, expect, it } from '@jest/globals';
import { decodeHeaderText, headerValue } from './header-value.js';

describe('headerValue', () => {
  it.each([
    [undefined, undefined],
    [[], undefined],
    [' \ta b\t ', 'a b'],
    ['   ', ''],
    [['a', ' a'], 'a'],
    [['a', 'b'], 'a, b'],
  ])('%j -> %j', (raw, value) => {
    expect(headerValue(raw)).toBe(value);
  });
});

describe('decodeHeaderText', () => {
  it.each([
    ['quote', 'quote'],
    ['=?base64?0L3QsNGB0L7RgQ==?=', 'насос'],
    ['=?base64??=', ''],
    ['=?BASE64?YQ==?=', '=?BASE64?YQ==?='],
    ['=?base64?YQ?=', undefined],
    ['=?base64?Y Q==?=', undefined],
    ['=?base64?/w==?=', undefined],
  ])('%s -> %s', (value, text) => {
    expect(decodeHeaderText(value)).toBe(text);
  });
});
