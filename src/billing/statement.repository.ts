import { Injectable } from '@nestjs/common';
import { microCredits, type Credits } from '../kernel/index.js';
import { Database, decodeCursor, pageOf, type Page } from '../platform/index.js';

/** One side of a transfer. */
export interface StatementEntry {
  /** `customer` is the account of the statement, the others are the house's. */
  readonly account: 'customer' | 'revenue' | 'funding' | 'breakage';
  readonly grantId: string | null;
  /** In micro-credits, signed; the entries of a transfer sum to 0. */
  readonly amount: Credits;
}

/** One business fact of an account: a grant, a capture, an expiry. */
export interface StatementTransfer {
  readonly id: bigint;
  readonly kind: string;
  /** The call that was paid. */
  readonly callId: string | null;
  readonly note: string | null;
  readonly at: Date;
  /** What it added to the account (negative: took off), in micro-credits. */
  readonly amount: Credits;
  readonly entries: readonly StatementEntry[];
}

interface Row {
  readonly last_entry_id: bigint;
  readonly id: bigint;
  readonly kind: string;
  readonly call_id: string | null;
  readonly note: string | null;
  readonly at: Date;
  readonly entries: { account: StatementEntry['account']; own: boolean; grant_id: string | null; amount: string }[];
}

// A transfer may have many entries of the account (one a grant): its newest one stands for it, so that a page follows
// the index (account_id, id) and no transfer is cut in two. Amounts travel as text: JSON numbers would round them.
const PAGE = `
  SELECT e.id AS last_entry_id, t.id, t.kind, t.call_id, t.note, t.created_at AS at,
         (SELECT json_agg(json_build_object('account', a.kind, 'own', s.account_id = $1, 'grant_id', s.grant_id,
                                            'amount', s.amount::text) ORDER BY s.id)
            FROM entry s JOIN account a ON a.id = s.account_id WHERE s.transfer_id = t.id) AS entries
    FROM entry e JOIN transfer t ON t.id = e.transfer_id
   WHERE e.account_id = $1 AND ($2::bigint IS NULL OR e.id < $2)
     AND NOT EXISTS (SELECT FROM entry later
                      WHERE later.transfer_id = e.transfer_id AND later.account_id = e.account_id AND later.id > e.id)
   ORDER BY e.id DESC LIMIT $3`;

/** The transfers of a customer's account, newest first. */
@Injectable()
export class StatementRepository {
  constructor(private readonly database: Database) {}

  /**
   * @param limit 1..1 000
   * @param cursor `nextCursor` of the page before
   * @throws AppError `invalid_input` for a bad cursor
   */
  async page(accountId: string, limit: number, cursor?: string): Promise<Page<StatementTransfer>> {
    const before = cursor === undefined ? null : decodeCursor(cursor);
    const read = await this.database.rows<Row>(PAGE, [accountId, before, limit + 1]);
    const page = pageOf(read, limit, (row) => row.last_entry_id);
    return { ...page, rows: page.rows.map(transferOf) };
  }

  /**
   * All transfers, page by page. Each page is a statement of its own: a slow reader holds no connection and no
   * transaction, and since the books are append-only, pages that were read stay true.
   */
  async *pages(accountId: string, limit = 1_000): AsyncGenerator<readonly StatementTransfer[]> {
    for (let cursor: string | undefined; ;) {
      const page: Page<StatementTransfer> = await this.page(accountId, limit, cursor);
      yield page.rows;
      cursor = page.nextCursor;
      if (cursor === undefined) return;
    }
  }
}

function transferOf(row: Row): StatementTransfer {
  const own = row.entries.filter((entry) => entry.own);
  return {
    id: row.id,
    kind: row.kind,
    callId: row.call_id,
    note: row.note,
    at: row.at,
    amount: microCredits(own.reduce((sum, entry) => sum + BigInt(entry.amount), 0n)),
    entries: row.entries.map((entry) => ({
      account: entry.account,
      grantId: entry.grant_id,
      amount: microCredits(BigInt(entry.amount)),
    })),
  };
}
