import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../../src/platform/index.js';
import { brokenInvariants, endHolds, expireGrants, grantCredits, holdCredits } from './functions.js';
import type { EndAnswer, HoldAnswer } from './functions.js';
import { readBalances, readGrants, readHolds } from './reading.js';
import type { LedgerModel } from './model.js';

const DAY_MS = 86_400_000;

/** One step as fast-check draws it: numbers that stand for accounts and holds of the model, whatever there are. */
export type Step =
  | {
      readonly do: 'grant';
      readonly account: number;
      readonly source: number;
      readonly amount: bigint;
      readonly priority: number;
      readonly startsIn: number;
      readonly lasts: number | null;
    }
  | { readonly do: 'hold'; readonly items: readonly { readonly account: number; readonly amount: bigint }[] }
  | {
      readonly do: 'end';
      readonly items: readonly { readonly pick: number; readonly capture: bigint }[];
      readonly expired: boolean;
    }
  | { readonly do: 'expire' };

/** The real ledger and how many operations it was asked for. */
interface Real {
  readonly database: Database;
  operations: number;
}

type Command = fc.AsyncCommand<LedgerModel, Real>;
type Answer = string | number | HoldAnswer[] | EndAnswer[];

const at = <T>(list: readonly T[], pick: number): T | undefined => list[pick % Math.max(1, list.length)];

/** The SQL functions answer account by account, the model in the order of the batch. */
function inOrder(answer: Answer): Answer {
  if (!Array.isArray(answer)) return answer;
  return (answer as { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1)) as Answer;
}

/** A step made concrete: the same arguments for the model and for the database. */
function prepare(
  step: Step,
  model: LedgerModel,
): { real: (real: Real) => Promise<Answer>; simulate: () => Answer; size: number } {
  const now = new Date(model.now);
  const account = (pick: number) => at(model.accounts, pick) ?? '';
  switch (step.do) {
    case 'grant': {
      const effective = new Date(model.now + step.startsIn * DAY_MS);
      const expires = step.lasts === null ? null : new Date(effective.getTime() + step.lasts * DAY_MS);
      const command = {
        id: randomUUID(),
        account: account(step.account),
        source: `s${String(step.source)}`,
        effective,
        expires,
        amount: step.amount,
        priority: step.priority,
      };
      return { real: ({ database }) => grantCredits(database, command), simulate: () => model.grant(command), size: 1 };
    }
    case 'hold': {
      const items = step.items.map((item) => ({
        id: randomUUID(),
        account: account(item.account),
        amount: item.amount,
      }));
      return {
        real: ({ database }) => holdCredits(database, items, now),
        simulate: () => model.hold(items),
        size: items.length,
      };
    }
    case 'end': {
      const ids = [...model.holds.keys()];
      const captures = new Map(step.items.map((item) => [at(ids, item.pick) ?? randomUUID(), item.capture]));
      const items = [...captures].map(([id, capture]) => ({ id, capture }));
      return {
        real: ({ database }) => endHolds(database, items, now, step.expired),
        simulate: () => model.end(items, step.expired),
        size: items.length,
      };
    }
    case 'expire':
      return { real: ({ database }) => expireGrants(database, now), simulate: () => model.expire(), size: 1 };
  }
}

async function mustAgree(model: LedgerModel, { database }: Real): Promise<void> {
  expect(await brokenInvariants(database)).toEqual([]);
  expect(await readBalances(database)).toEqual(
    new Map(model.accounts.map((account) => [account, model.balance(account)])),
  );
  expect(await readGrants(database)).toEqual(model.grants);
  expect(await readHolds(database)).toEqual(model.holds);
}

/** One batch at a time: every answer and every row must be what the model says. */
export class Alone implements Command {
  constructor(private readonly step: Step) {}

  check(): boolean {
    return true;
  }

  async run(model: LedgerModel, real: Real): Promise<void> {
    const { real: execute, simulate, size } = prepare(this.step, model);
    const answer = await execute(real);
    real.operations += size;
    expect(inOrder(answer)).toEqual(inOrder(simulate()));
    await mustAgree(model, real);
  }

  toString(): string {
    return fc.stringify(this.step);
  }
}

/** Several batches at once: their order is free, but what they answered must add up to what the books say. */
export class Together implements Command {
  constructor(private readonly steps: readonly Step[]) {}

  check(): boolean {
    return true;
  }

  async run(model: LedgerModel, real: Real): Promise<void> {
    const owners = new Map([...model.holds].map(([id, hold]) => [id, hold.account]));
    const before = new Map(
      model.accounts.map((account) => [account, { ...model.balance(account), lots: lotsOf(model, account) }]),
    );
    const prepared = this.steps.map((step) => prepare(step, model));
    const answers = await Promise.all(prepared.map((one) => one.real(real)));
    real.operations += prepared.reduce((total, one) => total + one.size, 0);

    model.grants = await readGrants(real.database);
    model.holds = await readHolds(real.database);
    const rows = answers.flatMap((answer): (HoldAnswer | EndAnswer)[] => (Array.isArray(answer) ? answer : []));
    const ended = rows.filter((row): row is EndAnswer => 'captured' in row);
    expect(new Set(ended.map((row) => row.id)).size).toBe(ended.length);
    for (const [account, old] of before) {
      const granted = rows.filter(
        (row) => 'granted' in row && row.granted && model.holds.get(row.id)?.account === account,
      );
      const own = ended.filter((row) => owners.get(row.id) === account);
      const lots = lotsOf(model, account);
      const taken = granted.reduce((total, row) => total + (model.holds.get(row.id)?.amount ?? 0n), 0n);
      const { posted, held } = model.balance(account);
      expect(held).toBe(old.held + taken - own.reduce((total, row) => total + row.held, 0n));
      expect(posted).toBe(
        old.posted +
          (lots.amount - old.lots.amount) -
          (lots.expired - old.lots.expired) -
          own.reduce((total, row) => total + row.captured, 0n),
      );
    }
    await mustAgree(model, real);
  }

  toString(): string {
    return `together ${fc.stringify(this.steps)}`;
  }
}

function lotsOf(model: LedgerModel, account: string): { amount: bigint; expired: bigint } {
  const own = model.grants.filter((grant) => grant.account === account);
  return {
    amount: own.reduce((total, one) => total + one.remaining + one.held + one.captured + one.expired, 0n),
    expired: own.reduce((total, one) => total + one.expired, 0n),
  };
}

/** Time goes on; grants begin and expire. */
export class Wait implements Command {
  constructor(private readonly days: number) {}

  check(): boolean {
    return true;
  }

  run(model: LedgerModel): Promise<void> {
    model.now += this.days * DAY_MS;
    return Promise.resolve();
  }

  toString(): string {
    return `wait ${String(this.days)} days`;
  }
}
