import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, microCredits, RANDOM, type Clock, type Credits, type Random } from '../kernel/index.js';
import { Database } from '../platform/index.js';
import { badGrantAmount, badGrantDates, unknownAccount } from './billing.errors.js';

export type GrantKind = 'paid' | 'promo' | 'plan';

/** Credits to give to an account. */
interface NewGrant {
  readonly accountId: string;
  readonly kind: GrantKind;
  /** The business event behind it, such as `payment:812` or `plan:PRO:2026-11`: the same source grants once. */
  readonly source: string;
  readonly amount: Credits;
  /** Smaller is drawn first; 100 when absent. */
  readonly priority?: number;
  /** Now when absent. */
  readonly effectiveAt?: Date;
  /** Never when absent. */
  readonly expiresAt?: Date;
}

/** A lot of credits: `remaining` + `held` + `captured` + `expired` = `amount`, in micro-credits. */
export interface Grant {
  readonly id: string;
  readonly kind: GrantKind;
  readonly source: string;
  readonly amount: Credits;
  readonly remaining: Credits;
  readonly held: Credits;
  readonly captured: Credits;
  readonly expired: Credits;
  readonly priority: number;
  readonly effectiveAt: Date;
  readonly expiresAt: Date | null;
}

type GrantRow = Omit<Grant, 'amount' | 'remaining' | 'held' | 'captured' | 'expired'> &
  Record<'amount' | 'remaining' | 'held' | 'captured' | 'expired', bigint>;

const DEFAULT_PRIORITY = 100;
const MOST_LISTED = 1_000;
const EXPIRED_AT_ONCE = 500;
const FOREIGN_KEY_VIOLATION = '23503';

@Injectable()
export class GrantsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  /**
   * Gives credits; a source that has granted before grants nothing more.
   * @returns the id of the grant, new or earlier
   * @throws AppError `invalid_input` for an amount below 1 micro-credit or dates in the wrong order, `not_found` for no such account
   */
  async grant(grant: NewGrant): Promise<string> {
    const effectiveAt = grant.effectiveAt ?? this.clock.now();
    if (grant.amount <= 0n) throw badGrantAmount(grant.amount);
    if (grant.expiresAt !== undefined && grant.expiresAt <= effectiveAt) {
      throw badGrantDates(effectiveAt, grant.expiresAt);
    }
    const [row] = await this.database
      .rows<{ id: string }>('SELECT billing_grant($1, $2, $3, $4, $5, $6, $7, $8) AS id', [
        this.random.uuid(),
        grant.accountId,
        grant.kind,
        grant.source,
        grant.amount,
        grant.priority ?? DEFAULT_PRIORITY,
        effectiveAt,
        grant.expiresAt ?? null,
      ])
      .catch((error: unknown) => {
        if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw unknownAccount(grant.accountId);
        throw error;
      });
    if (row === undefined) throw unknownAccount(grant.accountId);
    return row.id;
  }

  /** The grants of an account in the order in which they are drawn down; at most 1 000. */
  async list(accountId: string): Promise<Grant[]> {
    const rows = await this.database.rows<GrantRow>(
      `SELECT id, kind, source, amount, remaining, held, captured, expired, priority,
              effective_at AS "effectiveAt", expires_at AS "expiresAt"
         FROM credit_grant WHERE account_id = $1
        ORDER BY priority, expires_at NULLS LAST, created_at, id LIMIT $2`,
      [accountId, MOST_LISTED],
    );
    return rows.map((row) => ({
      ...row,
      amount: microCredits(row.amount),
      remaining: microCredits(row.remaining),
      held: microCredits(row.held),
      captured: microCredits(row.captured),
      expired: microCredits(row.expired),
    }));
  }

  /**
   * Takes what is left of grants past their date off the accounts; held credits wait for their hold to end.
   * Small transactions, so that the accounts' locks are short.
   * @returns how many grants were cut
   */
  async expire(): Promise<number> {
    const now = this.clock.now();
    for (let cut = 0; ;) {
      const [row] = await this.database.rows<{ count: number }>('SELECT billing_expire($1, $2) AS count', [
        now,
        EXPIRED_AT_ONCE,
      ]);
      const count = row?.count ?? 0;
      cut += count;
      if (count < EXPIRED_AT_ONCE) return cut;
    }
  }
}
