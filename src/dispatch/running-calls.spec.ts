import { describe, expect, it } from '@jest/globals';
import { examplePrincipal } from '../../test/support/mcp-door.js';
import { RunningCalls } from './running-calls.js';

const anna = examplePrincipal();
const otherKeyOfAnna = examplePrincipal({ credential: { kind: 'api_key', id: 'key-2', readOnly: false } });
const boris = examplePrincipal({ userId: 'user-2' });

function running(...[principal, id]: [typeof anna, string | number]) {
  const calls = new RunningCalls();
  const abort = new AbortController();
  return { calls, abort, key: calls.begin(principal, id, abort) };
}

describe('RunningCalls', () => {
  it('http-cancel-leaves-call-open: aborts the call of the same credential and id with the reason `cancelled`', () => {
    const { calls, abort } = running(anna, 7);
    calls.cancel(anna, 7);
    expect(abort.signal.reason).toBe('cancelled');
  });

  it.each([
    ['another user', boris, 7],
    ['another credential of the same user', otherKeyOfAnna, 7],
    ['an id of another type', anna, '7'],
    ['an unknown id', anna, 8],
  ] as const)('http-cancel-leaves-call-open: %s cancels nothing', (_who, principal, id) => {
    const { calls, abort } = running(anna, 7);
    calls.cancel(principal, id);
    expect(abort.signal.aborted).toBe(false);
  });

  it('iso-client-reuses-id: cancels every running call with the id, and forgets each one by itself', () => {
    const { calls, abort: first, key } = running(anna, 1);
    const [second, third] = [new AbortController(), new AbortController()];
    calls.begin(anna, 1, second);
    calls.begin(anna, 1, third);
    calls.end(key, second);
    calls.cancel(anna, 1);
    expect([first, second, third].map(({ signal }) => signal.aborted)).toEqual([true, false, true]);
  });

  it('keeps nothing of calls that ended', () => {
    const { calls, abort, key } = running(anna, 1);
    calls.end(key, abort);
    calls.end(key, abort);
    expect(calls.size).toBe(0);
  });
});
