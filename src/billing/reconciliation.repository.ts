import { Injectable } from '@nestjs/common';
import { Database } from '../platform/index.js';

/** One way in which the books disagree. */
export interface Difference {
  /** The rule that is broken, such as `posted = entries`. */
  readonly rule: string;
  /** The id of the account, hold or transfer. */
  readonly subject: string;
  /** In micro-credits. */
  readonly difference: bigint;
}

const OF_ACCOUNT = `
  SELECT rule, a.id::text AS subject, (has - should)::bigint AS difference
    FROM account a CROSS JOIN LATERAL (VALUES
      ('posted = entries', a.posted, (SELECT coalesce(sum(e.amount), 0) FROM entry e WHERE e.account_id = a.id)),
      ('held = open holds', a.held,
        (SELECT coalesce(sum(h.amount), 0) FROM hold h WHERE h.account_id = a.id AND h.state = 'held')),
      ('posted = grants', a.posted,
        (SELECT coalesce(sum(g.remaining + g.held), 0) FROM credit_grant g WHERE g.account_id = a.id))
    ) AS v (rule, has, should)
   WHERE a.id = $1 AND has <> should`;

@Injectable()
export class ReconciliationRepository {
  constructor(private readonly database: Database) {}

  /** Compares balances, grants, holds and entries of all accounts; an empty list means that the books agree. */
  reconcile(): Promise<Difference[]> {
    return this.database.rows<Difference>('SELECT rule, subject, difference FROM billing_reconcile()');
  }

  /** The same for the balance of one account: what its administrator may know, at the cost of reading only its rows. */
  ofAccount(accountId: string): Promise<Difference[]> {
    return this.database.rows<Difference>(OF_ACCOUNT, [accountId]);
  }
}
