import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Random } from '../../kernel/index.js';

/** The machine's clock. */
export class SystemClock implements Clock {
  now(): Date {
    return new Date();
  }

  monotonicMs(): number {
    return performance.now();
  }
}

const POOL_BYTES = 10 * 256;

/** The machine's randomness. */
export class SystemRandom implements Random {
  private pool = Buffer.alloc(0);
  private used = 0;

  constructor(private readonly clock: Clock) {}

  uuid(): string {
    return uuidV7(this.clock.now().getTime(), this.take10());
  }

  secretUuid(): string {
    return randomUUID();
  }

  bytes(length: number): Buffer {
    return randomBytes(length);
  }

  // One call to the operating system serves 256 ids: a call id is on the hot path.
  private take10(): Buffer {
    if (this.used + 10 > this.pool.length) {
      this.pool = randomBytes(POOL_BYTES);
      this.used = 0;
    }
    this.used += 10;
    return this.pool.subarray(this.used - 10, this.used);
  }
}

/**
 * RFC 9562, 5.7: 48 bits of Unix milliseconds, version 7, 12 random bits, variant 10, 62 random bits.
 * @param random 10 random bytes
 */
export function uuidV7(millis: number, random: Buffer): string {
  const time = Math.trunc(millis).toString(16).padStart(12, '0');
  const hex = random.toString('hex');
  const variant = ((Number.parseInt(hex.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-${variant}${hex.slice(4, 7)}-${hex.slice(7, 19)}`;
}
