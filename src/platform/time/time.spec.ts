import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/time.js';
import { SystemRandom, uuidV7 } from './time.js';

describe('uuidV7 (RFC 9562, 5.7)', () => {
  it('carries the milliseconds, the version and the variant', () => {
    const id = uuidV7(0x017f22e279b0, Buffer.from('cc318c4dc0c0c07398ff', 'hex'));
    expect(id).toBe('017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  });

  it('never repeats, also when the pool of random bytes is refilled', () => {
    const random = new SystemRandom(new FixedClock());
    const ids = Array.from({ length: 1_000 }, () => random.uuid());
    expect(new Set(ids).size).toBe(1_000);
    expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(
      true,
    );
  });
});
