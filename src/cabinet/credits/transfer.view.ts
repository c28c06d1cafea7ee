import type { StatementTransfer } from '../../billing/index.js';
import { formatCredits } from '../../kernel/index.js';
import { PlainNumber, type ExportColumn } from '../../platform/index.js';

/** A transfer of the statement. Amounts are decimal credits with a sign: a capture is negative. */
export interface TransferView {
  readonly id: string;
  /** `grant`, `capture`, `expiry`, `refund` or `adjustment`. */
  readonly kind: string;
  readonly call_id: string | null;
  readonly note: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly amount: string;
  /** Both sides; they sum to 0. */
  readonly entries: readonly { readonly account: string; readonly grant_id: string | null; readonly amount: string }[];
}

export function transferView(transfer: StatementTransfer): TransferView {
  return {
    id: transfer.id.toString(),
    kind: transfer.kind,
    call_id: transfer.callId,
    note: transfer.note,
    at: transfer.at.toISOString(),
    amount: formatCredits(transfer.amount),
    entries: transfer.entries.map(({ account, grantId, amount }) => ({
      account,
      grant_id: grantId,
      amount: formatCredits(amount),
    })),
  };
}

/** The columns of the CSV form; `entries` is JSON. */
export const TRANSFER_COLUMNS: readonly ExportColumn<TransferView>[] = [
  { name: 'id', cell: (transfer) => new PlainNumber(transfer.id) },
  { name: 'at', cell: (transfer) => transfer.at },
  { name: 'kind', cell: (transfer) => transfer.kind },
  { name: 'amount', cell: (transfer) => new PlainNumber(transfer.amount) },
  { name: 'call_id', cell: (transfer) => transfer.call_id },
  { name: 'note', cell: (transfer) => transfer.note },
  { name: 'entries', cell: (transfer) => transfer.entries },
];
