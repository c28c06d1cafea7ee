import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admission, balance, grant, newId, openAccount, settlement } from '../../test/support/calls.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import type { AdmissionRequest } from './call-register.types.js';
import { CallsRepository } from './calls.repository.js';

const CREDIT = 1_000_000n;

describe('the register of calls on PostgreSQL', () => {
  let test: TestDatabase;
  let calls: CallsRepository;
  beforeAll(async () => {
    test = await createTestDatabase();
    calls = new CallsRepository(test.database);
  });
  afterAll(() => test.drop());

  const admit = (requests: AdmissionRequest[], now?: Date) => calls.admit(requests, 'process-1', now ?? null);
  const statuses = async (requests: AdmissionRequest[], now?: Date): Promise<string[]> =>
    (await admit(requests, now)).map((one) => one.status);
  const differences = () => test.database.rows('SELECT * FROM billing_reconcile()');
  const records = (callId: string) =>
    test.database.rows<{ stage: string; outcome: string | null; captured: bigint | null }>(
      'SELECT stage, outcome, captured FROM audit_record WHERE call_id = $1 ORDER BY id',
      [callId],
    );

  it('holds, captures and releases; every call has one accepted and one terminal record', async () => {
    const who = await openAccount(test.database, 10n * CREDIT);
    const [a, b] = [admission(who), admission(who, { amount: 3n * CREDIT })];
    expect((await admit([a, b])).map((one) => one.available)).toEqual([9n * CREDIT, 6n * CREDIT]);
    expect(await balance(test.database, who.accountId)).toEqual({ posted: 10n * CREDIT, held: 4n * CREDIT });
    const ended = await calls.settle(
      [settlement(a), settlement(b, { outcome: 'tool_error', capture: 0n })],
      'process-1',
    );
    expect(ended.map((one) => [one.status, one.captured])).toEqual([
      ['ended', CREDIT],
      ['ended', 0n],
    ]);
    expect(await balance(test.database, who.accountId)).toEqual({ posted: 9n * CREDIT, held: 0n });
    expect(await records(a.callId)).toEqual([
      { stage: 'accepted', outcome: null, captured: null },
      { stage: 'terminal', outcome: 'success', captured: CREDIT },
    ]);
    expect(await differences()).toEqual([]);
  });

  it('lets a smaller call through behind one that is too dear, and never below zero', async () => {
    const who = await openAccount(test.database, 2n * CREDIT);
    const group = [5n, 1n, 2n, 1n, 1n].map((amount) => admission(who, { amount: amount * CREDIT }));
    expect(await statuses(group)).toEqual([
      'insufficient_credits',
      'accepted',
      'insufficient_credits',
      'accepted',
      'insufficient_credits',
    ]);
    expect(await balance(test.database, who.accountId)).toEqual({ posted: 2n * CREDIT, held: 2n * CREDIT });
  });

  it('draws grants by priority, expiry and age, and releases to the same grants', async () => {
    const who = await openAccount(test.database, 0n);
    const late = await grant(test.database, who.accountId, 5n * CREDIT, 100);
    const soon = await grant(test.database, who.accountId, 5n * CREDIT, 100, new Date(Date.now() + 3_600_000));
    const first = await grant(test.database, who.accountId, CREDIT, 10);
    const request = admission(who, { amount: 8n * CREDIT });
    await admit([request]);
    const parts = await test.database.rows<{ grant_id: string; amount: bigint }>(
      'SELECT grant_id, amount FROM hold_part WHERE hold_id = $1 ORDER BY no',
      [request.callId],
    );
    expect(parts).toEqual([
      { grant_id: first, amount: CREDIT },
      { grant_id: soon, amount: 5n * CREDIT },
      { grant_id: late, amount: 2n * CREDIT },
    ]);
    await calls.settle([settlement(request, { capture: 4n * CREDIT })], 'process-1');
    const left = await test.database.rows<{ id: string; remaining: bigint; held: bigint; captured: bigint }>(
      'SELECT id, remaining, held, captured FROM credit_grant WHERE account_id = $1',
      [who.accountId],
    );
    expect(new Map(left.map((lot) => [lot.id, [lot.remaining, lot.held, lot.captured]]))).toEqual(
      new Map([
        [first, [0n, 0n, CREDIT]],
        [soon, [2n * CREDIT, 0n, 3n * CREDIT]],
        [late, [5n * CREDIT, 0n, 0n]],
      ]),
    );
    expect(await differences()).toEqual([]);
  });

  it('admits a free call without touching an account, also on an empty balance', async () => {
    const who = await openAccount(test.database, 0n);
    const request = admission(who, { amount: 0n });
    expect(await statuses([request])).toEqual(['accepted']);
    expect((await calls.settle([settlement(request)], 'process-1'))[0]?.status).toBe('ended');
    expect(await test.database.rows('SELECT 1 FROM hold WHERE id = $1', [request.callId])).toEqual([]);
  });

  it('captures at most what was held', async () => {
    const who = await openAccount(test.database, 5n * CREDIT);
    const request = admission(who, { amount: 2n * CREDIT });
    await admit([request]);
    expect((await calls.settle([settlement(request, { capture: 99n * CREDIT })], 'process-1'))[0]?.captured).toBe(
      2n * CREDIT,
    );
  });

  describe('idempotency', () => {
    it('gives the stored result to the same key and arguments, refuses other arguments, reports a running call', async () => {
      const who = await openAccount(test.database, 10n * CREDIT);
      const keyed = (digest: string): AdmissionRequest => admission(who, { idempotency: { key: 'k1', digest } });
      const first = keyed('d1');
      expect(await statuses([first, keyed('d1'), keyed('d2')])).toEqual(['accepted', 'conflict', 'mismatch']);
      await calls.settle([settlement(first, { idempotency: { key: 'k1', result: '{"text":"42"}' } })], 'process-1');
      const [replay, other] = await admit([keyed('d1'), keyed('d2')]);
      expect([replay?.status, replay?.result, other?.status]).toEqual(['replay', '{"text":"42"}', 'mismatch']);
      expect(await balance(test.database, who.accountId)).toEqual({ posted: 9n * CREDIT, held: 0n });
    });

    it('is looked at before the balance: a repeated call on an empty account gets its result', async () => {
      const who = await openAccount(test.database, CREDIT);
      const first = admission(who, { idempotency: { key: 'k', digest: 'd' } });
      await admit([first]);
      await calls.settle([settlement(first, { idempotency: { key: 'k', result: 'r' } })], 'process-1');
      expect(await statuses([admission(who, { idempotency: { key: 'k', digest: 'd' } })])).toEqual(['replay']);
    });

    it('frees the key of a refused or interrupted call', async () => {
      const who = await openAccount(test.database, CREDIT);
      const key = { key: 'k', digest: 'd' };
      expect(await statuses([admission(who, { amount: 2n * CREDIT, idempotency: key })])).toEqual([
        'insufficient_credits',
      ]);
      const interrupted = admission(who, { idempotency: key });
      expect(await statuses([interrupted])).toEqual(['accepted']);
      await calls.settle(
        [settlement(interrupted, { outcome: 'disconnected', capture: 0n, idempotency: { key: 'k' } })],
        'process-1',
      );
      expect(await statuses([admission(who, { idempotency: key })])).toEqual(['accepted']);
    });

    it('belongs to one user', async () => {
      const who = await openAccount(test.database, 10n * CREDIT);
      const idempotency = { key: 'k', digest: 'd' };
      const group = [
        admission(who, { userId: newId(), idempotency }),
        admission(who, { userId: newId(), idempotency }),
      ];
      expect(await statuses(group)).toEqual(['accepted', 'accepted']);
    });
  });

  describe('rate windows', () => {
    const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 30, 12, 0, 0) + seconds * 1_000);

    it('let exactly the limit through in any sliding window and say when a place is free', async () => {
      const who = await openAccount(test.database, 0n);
      const window = { key: newId(), calls: 3, ms: 60_000 };
      const ask = (count: number, moment: Date) =>
        admit(
          Array.from({ length: count }, () => admission(who, { amount: 0n, windows: [window] })),
          moment,
        );
      const first = await ask(2, at(0));
      expect(first.map((one) => [one.status, one.remaining])).toEqual([
        ['accepted', 2],
        ['accepted', 1],
      ]);
      const second = await ask(2, at(30));
      expect(second.map((one) => one.status)).toEqual(['accepted', 'rate_limited']);
      expect(second[1]?.resetMs).toBe(30_000);
      expect((await ask(1, at(59.999)))[0]?.status).toBe('rate_limited');
      expect((await ask(3, at(60))).map((one) => one.status)).toEqual(['accepted', 'accepted', 'rate_limited']);
    });

    it('take a place in no window when one of them is full', async () => {
      const who = await openAccount(test.database, 0n);
      const wide = { key: newId(), calls: 10, ms: 60_000 };
      const narrow = { key: newId(), calls: 1, ms: 60_000 };
      const group = [1, 2, 3].map(() => admission(who, { amount: 0n, windows: [wide, narrow] }));
      expect(await statuses(group, at(0))).toEqual(['accepted', 'rate_limited', 'rate_limited']);
      const rows = await test.database.rows<{ hits: number[] }>('SELECT hits FROM rate_window WHERE key = $1', [
        wide.key,
      ]);
      expect(rows[0]?.hits).toEqual([1]);
    });

    it('stay small and never above a large limit', async () => {
      const who = await openAccount(test.database, 0n);
      const window = { key: newId(), calls: 1_000, ms: 60_000 };
      let accepted = 0;
      for (let second = 0; second < 55; second += 1) {
        const group = Array.from({ length: 20 }, () => admission(who, { amount: 0n, windows: [window] }));
        accepted += (await statuses(group, at(second + 0.05))).filter((status) => status === 'accepted').length;
      }
      expect(accepted).toBe(1_000);
      const rows = await test.database.rows<{ stamps: bigint[] }>('SELECT stamps FROM rate_window WHERE key = $1', [
        window.key,
      ]);
      expect(rows[0]?.stamps.length).toBeLessThanOrEqual(600);
    });
  });

  describe('the end of a call', () => {
    it('is the same when it is asked for again after a lost answer', async () => {
      const who = await openAccount(test.database, 5n * CREDIT);
      const request = admission(who);
      await admit([request]);
      const [once] = await calls.settle([settlement(request)], 'process-1');
      const [again] = await calls.settle([settlement(request)], 'process-1');
      expect(again).toMatchObject({ status: 'ended', captured: CREDIT, auditId: once?.auditId });
      expect(await balance(test.database, who.accountId)).toEqual({ posted: 4n * CREDIT, held: 0n });
    });

    it('comes from the sweeper when its process died: released, recorded, the key free, a late capture refused', async () => {
      await calls.sweep(10_000, new Date('2027-01-01')); // what the other tests left running
      const who = await openAccount(test.database, 5n * CREDIT);
      const idempotency = { key: 'orphan', digest: 'd' };
      const request = admission(who, { lifetimeMs: 1_000, idempotency });
      await admit([request]);
      expect(await calls.sweep(100, new Date(Date.now() + 900))).toBe(0);
      expect(await calls.sweep(100, new Date(Date.now() + 2_000))).toBe(1);
      expect(await balance(test.database, who.accountId)).toEqual({ posted: 5n * CREDIT, held: 0n });
      expect((await records(request.callId))[1]).toEqual({
        stage: 'terminal',
        outcome: 'internal_error',
        captured: 0n,
      });
      expect((await calls.settle([settlement(request)], 'process-1'))[0]).toMatchObject({
        status: 'late',
        captured: 0n,
      });
      expect(await statuses([admission(who, { idempotency })])).toEqual(['accepted']);
      expect(await differences()).toEqual([]);
    });

    it('may still capture after the hold expired but before it was swept', async () => {
      const who = await openAccount(test.database, 5n * CREDIT);
      const request = admission(who, { lifetimeMs: 1 });
      await admit([request]);
      expect((await calls.settle([settlement(request)], 'process-1'))[0]).toMatchObject({
        status: 'ended',
        captured: CREDIT,
      });
    });
  });

  it('writes a record for a refusal that was never admitted', async () => {
    const who = await openAccount(test.database, 0n);
    const request = admission(who);
    const [answer] = await calls.settle(
      [settlement(request, { registered: false, outcome: 'denied', capture: 0n })],
      'process-1',
    );
    expect(answer?.status).toBe('recorded');
    expect(await records(request.callId)).toEqual([{ stage: 'terminal', outcome: 'denied', captured: 0n }]);
  });

  it('never overspends: 200 concurrent rounds on a balance for 10', async () => {
    const who = await openAccount(test.database, 10n * CREDIT);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const request = admission(who);
        const [answer] = await admit([request]);
        if (answer?.status === 'accepted') await calls.settle([settlement(request)], 'process-1');
        return answer?.status;
      }),
    );
    expect(answers.filter((status) => status === 'accepted')).toHaveLength(10);
    expect(await balance(test.database, who.accountId)).toEqual({ posted: 0n, held: 0n });
    expect(await differences()).toEqual([]);
  });
});
