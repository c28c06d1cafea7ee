import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SeededRandom } from '../../../test/support/time.js';
import { readConfig } from '../../config/index.js';
import { createLogger } from '../logger/index.js';
import { Draining } from './draining.js';

function pending(): { promise: Promise<string>; finish: () => void; fail: () => void } {
  let finish = (): void => undefined;
  let fail = (): void => undefined;
  const promise = new Promise<string>((resolve, reject) => {
    finish = () => resolve('done');
    fail = () => reject(new Error('failed'));
  });
  return { promise, finish, fail };
}

describe('Draining', () => {
  let draining: Draining;
  let lines: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    lines = [];
    const logger = createLogger({ level: 'info', random: new SeededRandom(), write: (line) => lines.push(line) });
    draining = new Draining(readConfig({ SHUTDOWN_GRACE_MS: '10000' }), logger);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Starts the shutdown; `ended` tells whether it is over. */
  function shutdown(): { ended: () => boolean } {
    let over = false;
    draining.onModuleDestroy();
    void draining.beforeApplicationShutdown().then(() => (over = true));
    return { ended: () => over };
  }

  it('is inactive until the process is asked to end', () => {
    expect([draining.active, draining.signal.aborted]).toEqual([false, false]);
    draining.onModuleDestroy();
    expect([draining.active, draining.signal.aborted]).toEqual([true, false]);
  });

  it('ends at once when nothing runs', async () => {
    const { ended } = shutdown();
    await jest.advanceTimersByTimeAsync(0);
    expect(ended()).toBe(true);
  });

  it('waits for running calls, also for those that fail and those that start meanwhile, and aborts none', async () => {
    const [first, second, third] = [pending(), pending(), pending()];
    expect(draining.track(first.promise)).toBe(first.promise);
    draining.track(second.promise).catch(() => undefined);
    const { ended } = shutdown();
    await jest.advanceTimersByTimeAsync(100);
    void draining.track(third.promise);
    first.finish();
    second.fail();
    await jest.advanceTimersByTimeAsync(100);
    expect(ended()).toBe(false);
    third.finish();
    await jest.advanceTimersByTimeAsync(0);
    expect([ended(), draining.signal.aborted]).toEqual([true, false]);
  });

  it('aborts what outlives the grace period and waits for it to settle', async () => {
    const call = pending();
    void draining.track(call.promise);
    const { ended } = shutdown();
    await jest.advanceTimersByTimeAsync(9_999);
    expect(draining.signal.aborted).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect([draining.signal.aborted, ended()]).toEqual([true, false]);
    call.finish();
    await jest.advanceTimersByTimeAsync(0);
    expect(ended()).toBe(true);
  });

  it('ends even when a call ignores the abort, and says so in the log', async () => {
    void draining.track(pending().promise);
    const { ended } = shutdown();
    await jest.advanceTimersByTimeAsync(15_000);
    expect(ended()).toBe(true);
    expect(lines.at(-1)).toContain('"level":"error"');
  });
});
