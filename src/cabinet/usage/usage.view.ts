import type { UsageCall, UsageRow } from '../../audit/index.js';
import type { Balance } from '../../billing/index.js';
import { formatCredits } from '../../kernel/index.js';
import { balanceView, type BalanceView } from '../credits/credits.view.js';

/** Answer of `GET /api/v1/me/usage`. Amounts are decimal credits, moments ISO 8601 UTC, days UTC. */
export interface UsageView {
  readonly from: string;
  readonly to: string;
  /** The organisation's account. */
  readonly balance: BalanceView;
  readonly total: { readonly calls: number; readonly succeeded: number; readonly charged: string };
  /** The newest day first. */
  readonly days: readonly {
    readonly day: string;
    readonly tool: string;
    readonly calls: number;
    readonly succeeded: number;
    readonly charged: string;
  }[];
  /** The newest first. */
  readonly last_calls: readonly {
    readonly call_id: string;
    readonly at: string;
    readonly tool: string;
    readonly outcome: string;
    readonly charged: string;
    readonly duration_ms: number | null;
  }[];
}

export function usageView(
  period: { readonly from: Date; readonly to: Date },
  balance: Balance,
  days: readonly UsageRow[],
  calls: readonly UsageCall[],
): UsageView {
  return {
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    balance: balanceView(balance),
    total: {
      calls: days.reduce((total, row) => total + row.calls, 0),
      succeeded: days.reduce((total, row) => total + row.succeeded, 0),
      charged: formatCredits(days.reduce((total, row) => total + row.charged, 0n)),
    },
    days: days.map((row) => ({ ...row, charged: formatCredits(row.charged) })),
    last_calls: calls.map((call) => ({
      call_id: call.callId,
      at: call.at.toISOString(),
      tool: call.tool,
      outcome: call.outcome,
      charged: formatCredits(call.charged),
      duration_ms: call.durationMs,
    })),
  };
}
