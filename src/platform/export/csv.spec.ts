import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { csvLine, jsonText, PlainNumber } from './csv.js';

/** A reader of RFC 4180, written apart from the writer. */
function parse(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (let at = 0; at < text.length;) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at] ?? '';
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r') cell += text[at++] ?? '';
    }
    record.push(cell);
    if (text[at] === ',') at += 1;
    else {
      at += 2;
      records.push(record);
      record = [];
    }
  }
  return records;
}

describe('csvLine', () => {
  it.each([
    '=HYPERLINK("http://x","y")',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\uff1d1',
    '\uff0b1',
    '\uff0d1',
    '\uff20x',
    ' =1',
    '\u00a0=1',
    '\tx',
    '-5°C',
  ])('exp-csv-formula: %j gets an apostrophe and quotes', (text) => {
    expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`);
  });

  it('exp-csv-formula: any other text is the same after parsing, whatever it holds', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !/^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text));
    const table = fc.array(fc.array(plain, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(table, (records) => expect(parse(records.map((one) => csvLine(one)).join(''))).toEqual(records)),
    );
    expect(parse(csvLine(['a,"b"\nc', 'd']))).toEqual([['a,"b"\nc', 'd']]);
  });

  it('exp-csv-numbers-kept: numbers are plain, leading zeros and text stay as they are', () => {
    const cells = [-2000, -12n, new PlainNumber('-1.25'), new PlainNumber('0.5'), '007', true, null, undefined];
    expect(csvLine(cells)).toBe('-2000,-12,-1.25,0.5,007,true,,\r\n');
    expect(() => new PlainNumber('=1')).toThrow(RangeError);
  });

  it('writes moments in UTC and objects as JSON', () => {
    expect(csvLine([new Date('2026-11-30T12:00:00Z'), { a: [1n, 'x'] }])).toBe(
      '2026-11-30T12:00:00.000Z,"{""a"":[""1"",""x""]}"\r\n',
    );
  });
});

it('jsonText writes bigint as a string, so that no reader rounds it', () => {
  expect(jsonText({ id: 9_223_372_036_854_775_807n, amount: new PlainNumber('0.5') })).toBe(
    '{"id":"9223372036854775807","amount":"0.5"}',
  );
});
