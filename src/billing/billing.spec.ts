import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { endHolds, holdCredits, openAccount } from '../../test/support/ledger/functions.js';
import { FixedClock, SeededRandom } from '../../test/support/time.js';
import { credits } from '../kernel/index.js';
import {
  AccountsRepository,
  BillingDirectory,
  GrantsRepository,
  PriceBook,
  ReconciliationRepository,
  seedDemoBilling,
  StatementRepository,
} from './index.js';
import { PlansRepository } from './plans.repository.js';
import { PricesRepository } from './prices.repository.js';

const clock = new FixedClock();
const random = new SeededRandom(7);
let test: TestDatabase;
let accounts: AccountsRepository;
let grants: GrantsRepository;
beforeAll(async () => {
  test = await createTestDatabase();
  accounts = new AccountsRepository(test.database, random);
  grants = new GrantsRepository(test.database, clock, random);
  await new PlansRepository(test.database).seed();
});
afterAll(async () => test.drop());

async function organisation(planCode: string): Promise<string> {
  const id = randomUUID();
  await test.database.rows(`INSERT INTO organisation (id, name, plan_code) VALUES ($1, 'Теплосеть', $2)`, [
    id,
    planCode,
  ]);
  return id;
}

describe('BillingDirectory', () => {
  it.each([
    ['FREE', ['heat', 'sources', 'founder']],
    ['PRO', ['*']],
    ['BUSINESS', ['*']],
    ['GONE', []],
  ])('%s includes the suites %j', async (planCode, suites) => {
    const directory = new BillingDirectory(accounts);
    expect(await directory.accountOf(await organisation(planCode))).toMatchObject({ planCode, suites });
  });

  it('opens one account for an organisation, however many ask first', async () => {
    const directory = new BillingDirectory(accounts);
    const id = await organisation('FREE');
    const answers = await Promise.all(Array.from({ length: 10 }, () => directory.accountOf(id)));
    expect(new Set(answers.map((answer) => answer.accountId)).size).toBe(1);
    const nobody = randomUUID();
    await expect(directory.accountOf(nobody)).rejects.toMatchObject({ code: 'not_found' });
    expect(await test.database.rows('SELECT id FROM account WHERE organisation_id = $1', [nobody])).toEqual([]);
  });
});

it('seeding the plans again keeps what an administrator changed', async () => {
  await test.database.rows(`UPDATE plan SET monthly_credits = 5 WHERE code = 'PRO'`);
  await new PlansRepository(test.database).seed();
  expect(await test.database.rows(`SELECT monthly_credits FROM plan WHERE code = 'PRO'`)).toEqual([
    { monthly_credits: 5n },
  ]);
});

describe('GrantsRepository', () => {
  it('gives credits once per source and lists them in draw-down order', async () => {
    const { accountId } = await openAccount(test.database);
    const paid = { accountId, kind: 'paid', source: 'payment:1', amount: credits(5) } as const;
    const ids = await Promise.all(Array.from({ length: 20 }, () => grants.grant(paid)));
    expect(new Set(ids).size).toBe(1);
    await grants.grant({ accountId, kind: 'promo', source: 'promo:1', amount: credits('0.5'), priority: 10 });
    expect(await grants.list(accountId)).toMatchObject([
      { kind: 'promo', amount: 500_000n, remaining: 500_000n, priority: 10, expiresAt: null },
      { kind: 'paid', amount: 5_000_000n, priority: 100, effectiveAt: clock.now() },
    ]);
    expect(await accounts.balance(accountId)).toEqual({ posted: 5_500_000n, held: 0n, available: 5_500_000n });
  });

  it('refuses nothing, dates in the wrong order and an unknown account in words', async () => {
    const { accountId } = await openAccount(test.database);
    const grant = { accountId, kind: 'paid', source: 'x', amount: credits(1) } as const;
    await expect(grants.grant({ ...grant, amount: credits(0) })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(grants.grant({ ...grant, expiresAt: clock.now() })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(grants.grant({ ...grant, accountId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await expect(accounts.balance(randomUUID())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('expires what is past its date, in as many rounds as it takes', async () => {
    const { accountId } = await openAccount(test.database);
    const expiresAt = new Date(clock.now().getTime() + 1_000);
    await test.database.rows(
      `SELECT billing_grant(gen_random_uuid(), $1, 'promo', 'p' || n, 1, 100, $2, $3) FROM generate_series(1, 501) AS n`,
      [accountId, clock.now(), expiresAt],
    );
    expect(await grants.expire()).toBe(0);
    clock.advance(1_000);
    expect(await grants.expire()).toBe(501);
    expect(await accounts.balance(accountId)).toMatchObject({ posted: 0n });
  });
});

describe('PriceBook', () => {
  const book = () => new PriceBook(new PricesRepository(test.database), clock);

  it('writes a version when a price changes and only then', async () => {
    const first = book();
    await first.sync([
      { name: 'find', amount: credits(2) },
      { name: 'free', amount: credits(0), meter: 'results' },
    ]);
    const again = book();
    await again.sync([{ name: 'find', amount: credits(2) }]);
    expect(again.current('find')).toEqual(first.current('find'));
    const changed = book();
    await changed.sync([{ name: 'find', amount: credits('0.5') }]);
    expect(changed.current('find').amount).toBe(500_000n);
    expect(changed.current('find').priceId).toBeGreaterThan(first.current('find').priceId);
    expect(first.current('free').amount).toBe(0n);
    expect(() => changed.current('free')).toThrow(RangeError);
  });

  it('processes that start together write one version', async () => {
    const books = Array.from({ length: 8 }, book);
    await Promise.all(books.map((one) => one.sync([{ name: 'together', amount: credits(3), meter: 'pages' }])));
    expect(new Set(books.map((one) => one.current('together').priceId)).size).toBe(1);
    expect(await test.database.rows(`SELECT meter FROM tool_price WHERE tool = 'together'`)).toEqual([
      { meter: 'pages' },
    ]);
  });

  it('a change back and forth at one moment gives the newest price', async () => {
    for (const amount of [1, 2, 1]) {
      const one = book();
      await one.sync([{ name: 'swing', amount: credits(amount) }]);
      expect(one.current('swing').amount).toBe(credits(amount));
    }
  });
});

describe('StatementRepository', () => {
  it('shows each transfer once with both sides, newest first, over pages', async () => {
    const { accountId } = await openAccount(test.database);
    const statement = new StatementRepository(test.database);
    const sources = ['a', 'b', 'c'];
    for (const source of sources) await grants.grant({ accountId, kind: 'paid', source, amount: credits(1) });
    const id = randomUUID();
    await holdCredits(test.database, [{ id, account: accountId, amount: credits('2.5') }], clock.now());
    await endHolds(test.database, [{ id, capture: credits('2.25') }], clock.now());
    const first = await statement.page(accountId, 1);
    expect(first.rows).toMatchObject([{ kind: 'capture', callId: id, amount: -2_250_000n }]);
    expect(first.rows[0]?.entries.map((entry) => [entry.account, entry.amount])).toEqual([
      ['customer', -1_000_000n],
      ['customer', -1_000_000n],
      ['customer', -250_000n],
      ['revenue', 2_250_000n],
    ]);
    const rest = await statement.page(accountId, 10, first.nextCursor);
    expect(rest.rows.map((row) => [row.kind, row.note, row.amount])).toEqual(
      ['c', 'b', 'a'].map((source) => ['grant', source, 1_000_000n]),
    );
    expect(rest.nextCursor).toBeUndefined();
    const all = [];
    for await (const rows of statement.pages(accountId, 2)) all.push(...rows.map((row) => row.id));
    expect(all).toEqual([...first.rows, ...rest.rows].map((row) => row.id));
  });
});

describe('ReconciliationRepository', () => {
  it('finds a balance that was changed by hand, for the platform and for the account, and not for others', async () => {
    const books = new ReconciliationRepository(test.database);
    const { accountId } = await openAccount(test.database);
    const { accountId: other } = await openAccount(test.database);
    await grants.grant({ accountId, kind: 'paid', source: 'a', amount: credits(1) });
    expect(await books.reconcile()).toEqual([]);
    await test.database.rows('UPDATE account SET posted = posted + 7, held = 3 WHERE id = $1', [accountId]);
    const wrong = [
      { rule: 'posted = entries', subject: accountId, difference: 7n },
      { rule: 'held = open holds', subject: accountId, difference: 3n },
      { rule: 'posted = grants', subject: accountId, difference: 7n },
    ];
    expect(await books.ofAccount(accountId)).toEqual(wrong);
    expect(await books.reconcile()).toEqual(expect.arrayContaining(wrong));
    expect(await books.ofAccount(other)).toEqual([]);
    await test.database.rows('UPDATE account SET posted = posted - 7, held = 0 WHERE id = $1', [accountId]);
  });
});

it('the demo credits are given once', async () => {
  const demo = { organisationId: await organisation('PRO'), clock, random };
  const accountId = await seedDemoBilling(test.database, demo);
  clock.advance(100 * 86_400_000);
  expect(await seedDemoBilling(test.database, demo)).toBe(accountId);
  expect(await grants.list(accountId)).toMatchObject([
    { kind: 'promo', amount: credits(1_000) },
    { kind: 'paid', amount: credits(100_000) },
  ]);
});
