import { Injectable } from '@nestjs/common';
import { microCredits, type Credits } from '../kernel/index.js';
import { Database } from '../platform/index.js';
import type { AuditOutcome } from './audit-event.js';

/** Whose calls, from when (included) to when (excluded). */
interface UsagePeriod {
  readonly organisationId: string;
  readonly userId: string;
  readonly from: Date;
  readonly to: Date;
}

/** The calls of one tool on one day (UTC). */
export interface UsageRow {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly tool: string;
  readonly calls: number;
  readonly succeeded: number;
  /** In micro-credits. */
  readonly charged: Credits;
}

/** A call that has ended. */
export interface UsageCall {
  readonly callId: string;
  readonly at: Date;
  readonly tool: string;
  readonly outcome: AuditOutcome;
  readonly charged: Credits;
  readonly durationMs: number | null;
}

const MINE = `FROM audit_record WHERE organisation_id = $1 AND user_id = $2 AND stage = 'terminal' AND at >= $3 AND at < $4`;

/** What a user's calls cost, from the terminal records: their charges equal the ledger's. */
@Injectable()
export class UsageRepository {
  constructor(private readonly database: Database) {}

  /** By day and tool, the newest day first; at most 366 days fit a period of a year. */
  async byDayAndTool({ organisationId, userId, from, to }: UsagePeriod): Promise<UsageRow[]> {
    type Row = Omit<UsageRow, 'charged'> & { readonly charged: bigint };
    const rows = await this.database.rows<Row>(
      `SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, coalesce(tool, '') AS tool, count(*)::integer AS calls,
              (count(*) FILTER (WHERE outcome = 'success'))::integer AS succeeded, coalesce(sum(captured), 0)::bigint AS charged
         ${MINE} GROUP BY 1, 2 ORDER BY 1 DESC, 2`,
      [organisationId, userId, from, to],
    );
    return rows.map((row) => ({ ...row, charged: microCredits(row.charged) }));
  }

  /** The newest calls of the period. */
  async lastCalls({ organisationId, userId, from, to }: UsagePeriod, limit: number): Promise<UsageCall[]> {
    type Row = Omit<UsageCall, 'charged'> & { readonly charged: bigint };
    const rows = await this.database.rows<Row>(
      `SELECT call_id AS "callId", at, coalesce(tool, '') AS tool, outcome, coalesce(captured, 0) AS charged, duration_ms AS "durationMs"
         ${MINE} ORDER BY id DESC LIMIT $5`,
      [organisationId, userId, from, to, limit],
    );
    return rows.map((row) => ({ ...row, charged: microCredits(row.charged) }));
  }
}
