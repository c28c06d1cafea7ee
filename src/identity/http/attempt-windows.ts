import type { ThrottlerStorage } from '@nestjs/throttler';
import type { Clock } from '../../kernel/index.js';

const MOST_WINDOWS = 100_000;
const MS_PER_SECOND = 1_000;

interface Window {
  readonly endsAt: number;
  hits: number;
}

/**
 * Counts attempts in fixed windows, in the memory of this process: with several processes each grants the limit, and a
 * restart forgets. That is enough to slow a guesser down; limits of tools are counted in the database. A refused attempt
 * neither counts nor lengthens the wait. At most 100 000 windows are kept, the oldest are dropped.
 */
export class AttemptWindows implements ThrottlerStorage {
  private readonly windows = new Map<string, Window>();

  constructor(private readonly clock: Clock) {}

  increment(key: string, ttl: number, limit: number): ReturnType<ThrottlerStorage['increment']> {
    const now = this.clock.monotonicMs();
    const window = this.current(key, now, ttl);
    const isBlocked = window.hits >= limit;
    if (!isBlocked) window.hits += 1;
    const wait = Math.max(1, Math.ceil((window.endsAt - now) / MS_PER_SECOND));
    return Promise.resolve({
      totalHits: window.hits,
      timeToExpire: wait,
      isBlocked,
      timeToBlockExpire: isBlocked ? wait : 0,
    });
  }

  private current(key: string, now: number, ttl: number): Window {
    const known = this.windows.get(key);
    if (known !== undefined && known.endsAt > now) return known;
    const fresh = { endsAt: now + ttl, hits: 0 };
    this.windows.delete(key);
    this.windows.set(key, fresh);
    const oldest = this.windows.size > MOST_WINDOWS ? this.windows.keys().next() : undefined;
    if (oldest?.done === false) this.windows.delete(oldest.value);
    return fresh;
  }
}
