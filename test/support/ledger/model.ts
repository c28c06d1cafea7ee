import type { EndAnswer, EndItem, GrantCommand, HoldAnswer, HoldItem } from './functions.js';

export interface ModelGrant {
  readonly id: string;
  readonly account: string;
  readonly source: string;
  readonly priority: number;
  readonly effective: number;
  readonly expires: number | null;
  remaining: bigint;
  held: bigint;
  captured: bigint;
  expired: bigint;
}

export interface ModelHold {
  readonly account: string;
  readonly amount: bigint;
  readonly parts: readonly { readonly grant: string; readonly amount: bigint }[];
  captured: bigint;
  state: string;
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** The ledger as plain objects: what the SQL functions must do, written as simply as possible, one call at a time. */
export class LedgerModel {
  now = Date.parse('2026-11-30T12:00:00Z');
  /** In order of creation. */
  grants: ModelGrant[] = [];
  holds = new Map<string, ModelHold>();

  constructor(readonly accounts: readonly string[]) {}

  grant(command: GrantCommand): string {
    const known = this.grants.find((grant) => grant.account === command.account && grant.source === command.source);
    if (known) return known.id;
    this.grants.push({
      id: command.id,
      account: command.account,
      source: command.source,
      priority: command.priority,
      effective: command.effective.getTime(),
      expires: command.expires?.getTime() ?? null,
      remaining: command.amount,
      held: 0n,
      captured: 0n,
      expired: 0n,
    });
    return command.id;
  }

  hold(items: readonly HoldItem[]): HoldAnswer[] {
    return items.map(({ id, account, amount }) => {
      const usable = this.usable(account);
      const free = sum(usable.map((grant) => grant.remaining));
      if (amount > free) return { id, granted: false, available: free };
      let need = amount;
      const parts = usable.flatMap((grant) => {
        const take = least(need, grant.remaining);
        need -= take;
        grant.remaining -= take;
        grant.held += take;
        return take > 0n ? [{ grant: grant.id, amount: take }] : [];
      });
      this.holds.set(id, { account, amount, parts, captured: 0n, state: 'held' });
      return { id, granted: true, available: free - amount };
    });
  }

  end(items: readonly EndItem[], expired: boolean): EndAnswer[] {
    const ended = items.flatMap(({ id, capture }) => {
      const hold = this.holds.get(id);
      if (hold?.state !== 'held') return [];
      hold.captured = capture < 0n ? 0n : least(capture, hold.amount);
      hold.state = hold.captured > 0n ? 'captured' : expired ? 'expired' : 'released';
      let pay = hold.captured;
      for (const part of hold.parts) {
        const paid = least(pay, part.amount);
        pay -= paid;
        const grant = this.grants.find((one) => one.id === part.grant);
        if (!grant) throw new Error('a hold without its grant');
        grant.held -= part.amount;
        grant.captured += paid;
        grant.remaining += part.amount - paid;
      }
      return [{ id, held: hold.amount, captured: hold.captured, account: hold.account }];
    });
    return ended.map(({ account, ...answer }) => ({ ...answer, available: this.balance(account).available }));
  }

  expire(): number {
    const due = this.grants.filter((one) => one.expires !== null && one.expires <= this.now && one.remaining > 0n);
    for (const grant of due) {
      grant.expired += grant.remaining;
      grant.remaining = 0n;
    }
    return due.length;
  }

  balance(account: string): { posted: bigint; held: bigint; available: bigint } {
    const own = this.grants.filter((grant) => grant.account === account);
    const held = sum(own.map((grant) => grant.held));
    const available = sum(own.map((grant) => grant.remaining));
    return { posted: available + held, held, available };
  }

  private usable(account: string): ModelGrant[] {
    const late = Number.MAX_SAFE_INTEGER;
    // The sort is stable: of equals the older one comes first.
    return this.grants
      .filter((grant) => grant.account === account && grant.remaining > 0n && grant.effective <= this.now)
      .filter((grant) => grant.expires === null || grant.expires > this.now)
      .sort((a, b) => a.priority - b.priority || (a.expires ?? late) - (b.expires ?? late));
  }
}
