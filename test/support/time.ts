import type { Clock, Random } from '../../src/kernel/index.js';
import { uuidV7 } from '../../src/platform/time/time.js';

/** A clock that stands still until a test moves it. */
export class FixedClock implements Clock {
  constructor(private moment = new Date('2026-11-30T12:00:00.000Z')) {}

  now(): Date {
    return new Date(this.moment);
  }

  monotonicMs(): number {
    return this.moment.getTime();
  }

  advance(ms: number): void {
    this.moment = new Date(this.moment.getTime() + ms);
  }
}

/** Numbers that look random and are the same in every run (mulberry32). */
export class SeededRandom implements Random {
  constructor(private state = 1) {}

  uuid(): string {
    return uuidV7(1_800_000_000_000 + this.state, this.bytes(10));
  }

  secretUuid(): string {
    return this.uuid();
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.next() & 0xff));
  }

  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  }
}
