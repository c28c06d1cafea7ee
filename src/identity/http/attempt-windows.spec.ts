import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/time.js';
import { AttemptWindows } from './attempt-windows.js';

describe('AttemptWindows', () => {
  it('grants exactly the limit in a window', async () => {
    const windows = new AttemptWindows(new FixedClock());
    const answers = await Promise.all(Array.from({ length: 5 }, () => windows.increment('a', 60_000, 3)));
    expect(answers.map(({ isBlocked }) => isBlocked)).toEqual([false, false, false, true, true]);
  });

  it('lim-retry-after: whole seconds, at least 1, rounded up, and after that wait the next attempt passes', async () => {
    const clock = new FixedClock();
    const windows = new AttemptWindows(clock);
    await windows.increment('a', 60_000, 1);
    clock.advance(58_500);
    const { timeToBlockExpire } = await windows.increment('a', 60_000, 1);
    expect(timeToBlockExpire).toBe(2);
    clock.advance(1_499);
    expect((await windows.increment('a', 60_000, 1)).timeToBlockExpire).toBe(1);
    clock.advance(501);
    expect((await windows.increment('a', 60_000, 1)).isBlocked).toBe(false);
  });

  it('a refused attempt does not lengthen the wait, and keys do not share a window', async () => {
    const clock = new FixedClock();
    const windows = new AttemptWindows(clock);
    await windows.increment('a', 60_000, 1);
    clock.advance(30_000);
    await windows.increment('a', 60_000, 1);
    expect((await windows.increment('b', 60_000, 1)).isBlocked).toBe(false);
    clock.advance(30_000);
    expect((await windows.increment('a', 60_000, 1)).isBlocked).toBe(false);
  });
});
