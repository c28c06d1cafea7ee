import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import {
  brokenInvariants,
  endHolds,
  expireGrants,
  grantCredits,
  holdCredits,
  openAccount,
} from '../../test/support/ledger/functions.js';

const NOW = new Date('2026-11-30T12:00:00Z');
const LATER = new Date('2026-12-30T12:00:00Z');
const RESTRICT = { code: '23001' };
const CHECK = { code: '23514' };
const UNIQUE = { code: '23505' };
const REVENUE = '00000000-0000-7000-8000-000000000001';
const FUNDING = '00000000-0000-7000-8000-000000000002';

let test: TestDatabase;
beforeAll(async () => (test = await createTestDatabase()));
afterAll(async () => test.drop());

const sql = (text: string, values: readonly unknown[] = []) =>
  test.database.rows<Record<string, unknown>>(text, values);

/** An account with one grant of 100. */
async function funded(expires: Date | null = null) {
  const { accountId: account } = await openAccount(test.database);
  const grant = await grantCredits(test.database, {
    id: randomUUID(),
    account,
    source: 'payment:1',
    amount: 100n,
    priority: 100,
    effective: NOW,
    expires,
  });
  return { account, grant };
}

async function held(account: string, amount: bigint): Promise<string> {
  const id = randomUUID();
  expect(await holdCredits(test.database, [{ id, account, amount }], NOW)).toMatchObject([{ id, granted: true }]);
  return id;
}

describe('the books', () => {
  it.each(['transfer', 'entry', 'hold_part', 'tool_price', 'hold'])('%s: a row is never deleted', async (table) => {
    await expect(sql(`DELETE FROM ${table}`)).rejects.toMatchObject(RESTRICT);
    await expect(sql(`TRUNCATE ${table} CASCADE`)).rejects.toMatchObject(RESTRICT);
  });

  it.each([
    ['transfer', 'note', `'changed'`],
    ['entry', 'amount', '1'],
    ['hold_part', 'amount', '1'],
    ['tool_price', 'amount', '1'],
  ])('%s: a row is never changed', async (table, column, value) => {
    await expect(sql(`UPDATE ${table} SET ${column} = ${value}`)).rejects.toMatchObject(RESTRICT);
  });

  it('refuses entries that do not sum to 0', async () => {
    const { account } = await funded();
    const [transfer] = await sql(`INSERT INTO transfer (kind) VALUES ('adjustment') RETURNING id`);
    const insert = 'INSERT INTO entry (transfer_id, account_id, amount) VALUES ($1, $2, 5), ($1, $3, $4)';
    await expect(sql(insert, [transfer?.id, account, FUNDING, -4n])).rejects.toMatchObject(CHECK);
    await expect(sql(insert, [transfer?.id, account, FUNDING, 0n])).rejects.toMatchObject(CHECK);
    await expect(sql(insert, [transfer?.id, FUNDING, REVENUE, -5n])).resolves.toEqual([]);
  });

  it('refuses a second capture of a call and a capture of no call', async () => {
    const call = randomUUID();
    await sql(`INSERT INTO transfer (kind, call_id) VALUES ('capture', $1)`, [call]);
    await expect(sql(`INSERT INTO transfer (kind, call_id) VALUES ('capture', $1)`, [call])).rejects.toMatchObject(
      UNIQUE,
    );
    await expect(sql(`INSERT INTO transfer (kind) VALUES ('capture')`)).rejects.toMatchObject(CHECK);
  });

  it('refuses an available balance below 0 and a stored balance of the house', async () => {
    const { account } = await funded();
    await expect(sql('UPDATE account SET held = 101 WHERE id = $1', [account])).rejects.toMatchObject(CHECK);
    await expect(sql('UPDATE account SET posted = -1 WHERE id = $1', [account])).rejects.toMatchObject(CHECK);
    await expect(sql('UPDATE account SET held = -1 WHERE id = $1', [account])).rejects.toMatchObject(CHECK);
    await expect(sql('UPDATE account SET posted = 1 WHERE id = $1', [REVENUE])).rejects.toMatchObject(CHECK);
  });

  it('refuses a grant whose parts are not its amount', async () => {
    const { grant } = await funded();
    await expect(sql('UPDATE credit_grant SET remaining = 99 WHERE id = $1', [grant])).rejects.toMatchObject(CHECK);
    await expect(
      sql('UPDATE credit_grant SET remaining = 101, held = -1 WHERE id = $1', [grant]),
    ).rejects.toMatchObject(CHECK);
  });
});

describe('a hold', () => {
  it('ends once: neither a second end nor a change by hand counts', async () => {
    const { account } = await funded();
    const id = await held(account, 30n);
    expect(await endHolds(test.database, [{ id, capture: 10n }], NOW)).toEqual([
      { id, held: 30n, captured: 10n, available: 90n },
    ]);
    expect(await endHolds(test.database, [{ id, capture: 10n }], NOW)).toEqual([]);
    expect(await endHolds(test.database, [{ id, capture: 0n }], NOW, true)).toEqual([]);
    await expect(sql(`UPDATE hold SET state = 'released', captured = 0 WHERE id = $1`, [id])).rejects.toMatchObject(
      RESTRICT,
    );
  });

  it('is captured up to its amount, whatever was asked for', async () => {
    const { account } = await funded();
    const id = await held(account, 30n);
    expect(await endHolds(test.database, [{ id, capture: 1_000n }], NOW)).toMatchObject([
      { captured: 30n, available: 70n },
    ]);
    await expect(
      sql(
        `INSERT INTO hold (id, account_id, amount, captured, state, expires_at, ended_at) VALUES ($1, $2, 1, 2, 'captured', $3, $3)`,
        [randomUUID(), account, NOW],
      ),
    ).rejects.toMatchObject(CHECK);
  });

  it('is refused whole when the account has less, and a smaller one still fits', async () => {
    const { account } = await funded();
    const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
    const items = ids.map((id, i) => ({ id, account, amount: [90n, 11n, 10n][i] ?? 0n }));
    expect(await holdCredits(test.database, items, NOW)).toEqual([
      { id: ids[0], granted: true, available: 10n },
      { id: ids[1], granted: false, available: 10n },
      { id: ids[2], granted: true, available: 0n },
    ]);
  });

  it('gives credits back to the grants that they came from', async () => {
    const { account, grant } = await funded();
    const first = await grantCredits(test.database, {
      id: randomUUID(),
      account,
      source: 'promo:1',
      amount: 20n,
      priority: 10,
      effective: NOW,
      expires: LATER,
    });
    const id = await held(account, 50n);
    await endHolds(test.database, [{ id, capture: 5n }], NOW);
    const rows = await sql('SELECT id, remaining, captured FROM credit_grant WHERE account_id = $1 ORDER BY priority', [
      account,
    ]);
    expect(rows).toEqual([
      { id: first, remaining: 15n, captured: 5n },
      { id: grant, remaining: 100n, captured: 0n },
    ]);
  });

  it('bill-parallel-overspend: 30 at once on credits for 3 are granted exactly 3 times', async () => {
    const { account } = await funded();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => holdCredits(test.database, [{ id: randomUUID(), account, amount: 33n }], NOW)),
    );
    expect(answers.flat().filter((answer) => answer.granted)).toHaveLength(3);
  });
});

describe('a grant', () => {
  it('is made once per source by 20 parallel calls', async () => {
    const { accountId: account } = await openAccount(test.database);
    const one = { account, source: 'payment:7', amount: 40n, priority: 100, effective: NOW, expires: null };
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => grantCredits(test.database, { ...one, id: randomUUID() })),
    );
    expect(new Set(ids).size).toBe(1);
    expect(await sql('SELECT posted FROM account WHERE id = $1', [account])).toEqual([{ posted: 40n }]);
    expect(await sql('SELECT count(*) FROM entry WHERE account_id = $1', [account])).toEqual([{ count: 1n }]);
  });

  it('that expires while it is held leaves when the hold ends', async () => {
    const { account, grant } = await funded(LATER);
    const id = await held(account, 30n);
    const parts = () => sql('SELECT remaining, held, captured, expired FROM credit_grant WHERE id = $1', [grant]);
    await expireGrants(test.database, LATER);
    expect(await parts()).toEqual([{ remaining: 0n, held: 30n, captured: 0n, expired: 70n }]);
    await endHolds(test.database, [{ id, capture: 10n }], LATER);
    expect(await holdCredits(test.database, [{ id: randomUUID(), account, amount: 1n }], LATER)).toMatchObject([
      { granted: false, available: 0n },
    ]);
    await expireGrants(test.database, LATER);
    expect(await parts()).toEqual([{ remaining: 0n, held: 0n, captured: 10n, expired: 90n }]);
    expect(await sql('SELECT posted, held FROM account WHERE id = $1', [account])).toEqual([{ posted: 0n, held: 0n }]);
  });

  it('pays nothing before its time and nothing after it', async () => {
    const { account } = await funded(LATER);
    const ask = (now: Date) => holdCredits(test.database, [{ id: randomUUID(), account, amount: 1n }], now);
    expect(await ask(new Date(NOW.getTime() - 1))).toMatchObject([{ granted: false }]);
    expect(await ask(LATER)).toMatchObject([{ granted: false }]);
    expect(await ask(new Date(LATER.getTime() - 1))).toMatchObject([{ granted: true }]);
  });
});

it('bill-lock-moving-row: 100 parallel movements on one account add up, the first ones on an empty account', async () => {
  const { accountId: account } = await openAccount(test.database);
  const top = (n: number) =>
    grantCredits(test.database, {
      id: randomUUID(),
      account,
      source: `top-up:${String(n)}`,
      amount: 7n,
      priority: 100,
      effective: NOW,
      expires: null,
    });
  const pay = async (capture: bigint) => {
    const id = randomUUID();
    const [answer] = await holdCredits(test.database, [{ id, account, amount: 5n }], NOW);
    if (answer?.granted !== true) return 0n;
    return (await endHolds(test.database, [{ id, capture }], NOW))[0]?.captured ?? 0n;
  };
  const [, spent] = await Promise.all([
    Promise.all(Array.from({ length: 50 }, (_, n) => top(n))),
    Promise.all(Array.from({ length: 50 }, (_, n) => pay(n % 2 === 0 ? 3n : 0n))),
  ]);
  const sum = spent.reduce((total, one) => total + one, 0n);
  expect(await sql('SELECT posted, held FROM account WHERE id = $1', [account])).toEqual([
    { posted: 350n - sum, held: 0n },
  ]);
});

it('every test above left books that agree, apart from the transfers written by hand', async () => {
  const broken = await brokenInvariants(test.database);
  const [byHand] = await sql(
    `SELECT id::text FROM transfer t WHERE kind = 'capture' AND NOT EXISTS (SELECT FROM hold h WHERE h.id = t.call_id)`,
  );
  expect(broken).toEqual([
    { rule: '1 entries sum to 0', subject: byHand?.id },
    { rule: '7 a transfer has entries', subject: byHand?.id },
  ]);
});
