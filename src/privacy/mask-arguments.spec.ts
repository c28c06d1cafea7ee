import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import fc from 'fast-check';
import type { JsonObject } from '../kernel/index.js';
import { Pii } from '../toolkit/index.js';
import { maskArguments } from './index.js';

class Person {
  @Pii('person') name!: string;
}
class Input {
  @Pii('phone') phone!: string;
  @Type(() => Person) people!: Person[];
  text!: string;
}
const bytes = (value: JsonObject): number => Buffer.byteLength(JSON.stringify(value));

describe('maskArguments', () => {
  it('masks tagged fields, personal data in other texts, and secrets', () => {
    const input = {
      phone: '84951234567',
      people: [{ name: 'Иванов И. И.' }],
      text: 'звонил Петров П. П.',
      limit: 5,
      exact: true,
      none: null,
      access_token: 'abc',
    };
    expect(maskArguments(Input, input)).toEqual({
      phone: '+7 *** ***-**-67',
      people: [{ name: 'И***в И. И.' }],
      text: 'звонил П***в П. П.',
      limit: 5,
      exact: true,
      none: null,
      access_token: '***',
    });
  });

  it('hides a tagged value of a wrong type whole', () => {
    expect(maskArguments(Input, { phone: 84951234567 })).toEqual({ phone: '***' });
  });

  it('cuts texts at 200 characters, and what crosses the cut is masked first', () => {
    const { text } = maskArguments(Input, { text: `${'а'.repeat(195)} 84951234567 ${'б'.repeat(1_000_000)}` });
    expect(text).toBe(`${'а'.repeat(195)} +7 *…`);
    expect(maskArguments(Input, { text: 'а'.repeat(200) })).toEqual({ text: 'а'.repeat(200) });
  });

  it('marks what was left out', () => {
    const input = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`k${String(n)}`, 'x'.repeat(100)]));
    expect(maskArguments(Input, input)['…']).toBe(true);
    expect(maskArguments(Input, { text: 'x' })['…']).toBeUndefined();
  });

  it('fills the 4 096 bytes but does not exceed them', () => {
    for (const size of [1, 7, 50, 199]) {
      const input = Object.fromEntries(
        Array.from({ length: 5_000 }, (_, n) => [`ключ${String(n)}`, ['"'.repeat(size)]]),
      );
      expect(bytes(maskArguments(Input, input))).toBeLessThanOrEqual(4_096);
      expect(bytes(maskArguments(Input, input))).toBeGreaterThan(3_500);
    }
  });

  it('stops at ten levels', () => {
    let input: JsonObject = { end: 1 };
    for (let depth = 0; depth < 5_000; depth++) input = { a: input };
    expect(JSON.stringify(maskArguments(Input, input))).toContain('"…"');
  });

  it('never exceeds 4 096 bytes, nor carries a NUL or a lone surrogate', () => {
    const json = fc.jsonValue({ maxDepth: 12, stringUnit: 'binary' });
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'binary', maxLength: 300 }),
          fc.oneof(json, fc.array(fc.string({ unit: 'binary', maxLength: 500 }), { maxLength: 60 })),
        ),
        (input) => {
          const masked = maskArguments(Input, input);
          expect(bytes(masked)).toBeLessThanOrEqual(4_096);
          expect(JSON.stringify(masked)).not.toMatch(/\\u0000|\\ud[89a-f]/);
        },
      ),
      { verbose: fc.VerbosityLevel.Verbose },
    );
  });
});
