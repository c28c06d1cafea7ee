import type { Balance, Difference, Grant, StatementTransfer } from '../../billing/index.js';
import { formatCredits } from '../../kernel/index.js';
import type { Page } from '../../platform/index.js';
import { transferView, type TransferView } from './transfer.view.js';

/** Decimal credits; `available` = `posted` - `held`. */
export interface BalanceView {
  readonly posted: string;
  readonly held: string;
  readonly available: string;
}

/** A lot of credits in decimal credits: `remaining` + `held` + `captured` + `expired` = `amount`. */
export interface GrantView {
  readonly id: string;
  readonly kind: string;
  readonly source: string;
  readonly amount: string;
  readonly remaining: string;
  readonly held: string;
  readonly captured: string;
  readonly expired: string;
  /** Smaller is drawn first. */
  readonly priority: number;
  readonly effective_at: string;
  readonly expires_at: string | null;
}

/** Answer of `GET /api/v1/admin/credits`. */
export interface CreditsView {
  readonly organisation_id: string;
  readonly plan: string;
  readonly balance: BalanceView;
  /** In the order in which they are drawn. */
  readonly grants: readonly GrantView[];
  /** Newest first. */
  readonly transfers: readonly TransferView[];
  readonly next_cursor: string | null;
  /** How far balances, grants, holds and entries disagree: `difference` is `0` and `rows` is empty when the books are right. */
  readonly reconciliation: {
    readonly difference: string;
    readonly rows: readonly { readonly rule: string; readonly subject: string; readonly difference: string }[];
  };
}

export function balanceView({ posted, held, available }: Balance): BalanceView {
  return { posted: formatCredits(posted), held: formatCredits(held), available: formatCredits(available) };
}

export function grantView(grant: Grant): GrantView {
  return {
    id: grant.id,
    kind: grant.kind,
    source: grant.source,
    amount: formatCredits(grant.amount),
    remaining: formatCredits(grant.remaining),
    held: formatCredits(grant.held),
    captured: formatCredits(grant.captured),
    expired: formatCredits(grant.expired),
    priority: grant.priority,
    effective_at: grant.effectiveAt.toISOString(),
    expires_at: grant.expiresAt?.toISOString() ?? null,
  };
}

export function reconciliationView(differences: readonly Difference[]): CreditsView['reconciliation'] {
  const sum = differences.reduce((total, { difference }) => total + (difference < 0n ? -difference : difference), 0n);
  const rows = differences.map((row) => ({ ...row, difference: formatCredits(row.difference) }));
  return { difference: formatCredits(sum), rows };
}

export function statementView(page: Page<StatementTransfer>): Pick<CreditsView, 'transfers' | 'next_cursor'> {
  return { transfers: page.rows.map(transferView), next_cursor: page.nextCursor ?? null };
}
