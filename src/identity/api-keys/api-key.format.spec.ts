import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SeededRandom } from '../../../test/support/time.js';
import { hashApiKey, isWellFormedApiKey, looksLikeApiKey, makeApiKey } from './api-key.format.js';

const BITS_PER_CHARACTER = Math.log2(62);

describe('API key', () => {
  it('has at least 128 random bits between prefix and checksum', () => {
    const { key } = makeApiKey(new SeededRandom(7));
    expect(key).toMatch(/^tpk_live_[0-9A-Za-z]+$/);
    expect((key.length - 'tpk_live_'.length - 6) * BITS_PER_CHARACTER).toBeGreaterThanOrEqual(128);
  });

  it('keeps only the hash, the beginning and the end of the clear text', () => {
    const made = makeApiKey(new SeededRandom(7));
    expect(made.hash).toEqual(hashApiKey(made.key));
    expect(made.key.startsWith(made.prefix) && made.key.endsWith(made.lastFour)).toBe(true);
    expect([made.prefix.length, made.lastFour.length]).toEqual([13, 4]);
  });

  it('uses every character and favours none (bytes above the last multiple of 62 are thrown away)', () => {
    const random = new SeededRandom(11);
    const counts = new Map<string, number>();
    for (let i = 0; i < 2_000; i += 1) {
      for (const letter of makeApiKey(random).key.slice(9, -6)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const expected = (2_000 * 32) / 62;
    expect(counts.size).toBe(62);
    // With bytes mod 62 the first 8 characters would come 25 % more often; five standard deviations are 15 %.
    for (const count of counts.values()) expect(Math.abs(count / expected - 1)).toBeLessThan(0.16);
  });

  it('accepts what it made and refuses any single changed character', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat(), fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z', '_'), (seed, place, letter) => {
        const { key } = makeApiKey(new SeededRandom(seed));
        const at = place % key.length;
        const changed = key.slice(0, at) + letter + key.slice(at + 1);
        expect(isWellFormedApiKey(key)).toBe(true);
        expect(isWellFormedApiKey(changed)).toBe(changed === key);
      }),
    );
  });

  it.each(['', 'tpk_live_', 'tpk_test_'.padEnd(47, '0'), `${makeApiKey(new SeededRandom(1)).key}\n`])(
    'refuses %j',
    (text) => {
      expect(isWellFormedApiKey(text)).toBe(false);
    },
  );

  it('is told from a JWT by its prefix', () => {
    expect([looksLikeApiKey('tpk_live_x'), looksLikeApiKey('eyJhbGciOiJIUzI1NiJ9.e30.x')]).toEqual([true, false]);
  });
});
