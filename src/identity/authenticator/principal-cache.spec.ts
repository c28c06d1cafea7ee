import { describe, expect, it } from '@jest/globals';
import { FixedClock } from '../../../test/support/time.js';
import { PrincipalCache, type Authenticated, type Subject } from './principal-cache.js';

const AGE = 1_000;

function authenticated(id: string): Authenticated {
  return {
    principal: {
      organisationId: `organisation ${id}`,
      userId: `user ${id}`,
      accountId: 'account',
      credential: { kind: 'api_key', id, readOnly: false },
      scopes: new Set(),
      rights: new Set(),
      suites: new Set(),
    },
  };
}

/** A look-up that answers when the test says so. */
function heldLookUp(value: Authenticated) {
  let answer: () => void = () => undefined;
  const state = { count: 0, answer: () => answer() };
  const load = (): Promise<Authenticated> => {
    state.count += 1;
    return new Promise((resolve) => {
      answer = () => resolve(value);
    });
  };
  return { state, load };
}

describe('PrincipalCache', () => {
  it('answers from memory until the age limit, counted from the start of the look-up', async () => {
    const clock = new FixedClock();
    const cache = new PrincipalCache(clock, AGE);
    const { state, load } = heldLookUp(authenticated('k'));
    const loading = cache.load('a', load);
    clock.advance(600);
    state.answer();
    await loading;
    clock.advance(399);
    expect(cache.get('a')).toBeDefined();
    clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
  });

  it('shares a running look-up, and only that of the same credential', async () => {
    const cache = new PrincipalCache(new FixedClock(), AGE);
    const one = heldLookUp(authenticated('1'));
    const two = heldLookUp(authenticated('2'));
    const answers = [cache.load('a', one.load), cache.load('a', one.load), cache.load('b', two.load)];
    one.state.answer();
    two.state.answer();
    expect((await Promise.all(answers)).map(({ principal }) => principal.credential.id)).toEqual(['1', '1', '2']);
    expect([one.state.count, two.state.count]).toEqual([1, 1]);
  });

  it('does not remember a failed look-up', async () => {
    const cache = new PrincipalCache(new FixedClock(), AGE);
    await expect(cache.load('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await cache.load('a', () => Promise.resolve(authenticated('k')));
    expect(cache.get('a')?.principal.credential.id).toBe('k');
  });

  it('tok-revoked-key-cache: a look-up that began before a revocation is not stored', async () => {
    const cache = new PrincipalCache(new FixedClock(), AGE);
    const { state, load } = heldLookUp(authenticated('k'));
    const before = cache.load('a', load);
    cache.invalidate({ kind: 'credential', id: 'k' });
    state.answer();
    await before;
    expect(cache.get('a')).toBeUndefined();
  });

  it('tok-revoked-key-cache: a request after a revocation does not join a look-up that began before it', async () => {
    const cache = new PrincipalCache(new FixedClock(), AGE);
    const old = heldLookUp(authenticated('k'));
    const before = cache.load('a', old.load);
    cache.invalidate({ kind: 'credential', id: 'k' });
    const after = cache.load('a', () => Promise.reject(new Error('revoked')));
    old.state.answer();
    await before;
    await expect(after).rejects.toThrow('revoked');
  });

  it.each<[string, Subject, boolean]>([
    ['its key', { kind: 'credential', id: 'k' }, false],
    ['its user', { kind: 'user', id: 'user k' }, false],
    ['its organisation', { kind: 'organisation', id: 'organisation k' }, false],
    ['everything', 'all', false],
    ['another key', { kind: 'credential', id: 'x' }, true],
    ['a user with the id of the key', { kind: 'user', id: 'k' }, true],
  ])('a change of %s', async (_name, subject, kept) => {
    const cache = new PrincipalCache(new FixedClock(), AGE);
    await cache.load('a', () => Promise.resolve(authenticated('k')));
    cache.invalidate(subject);
    expect(cache.get('a') !== undefined).toBe(kept);
  });

  it('remembers nothing with an age limit of 0', async () => {
    const cache = new PrincipalCache(new FixedClock(), 0);
    await cache.load('a', () => Promise.resolve(authenticated('k')));
    expect(cache.get('a')).toBeUndefined();
  });
});
