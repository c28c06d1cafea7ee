import { Injectable } from '@nestjs/common';
import { Database } from '../platform/index.js';
import type {
  Admission,
  AdmissionRequest,
  AdmissionStatus,
  Settlement,
  SettlementRequest,
} from './call-register.types.js';

interface AdmissionRow {
  ord: number;
  status: AdmissionStatus;
  remaining: number | null;
  reset_ms: bigint | null;
  available: bigint | null;
  result: string | null;
  audit_id: bigint;
}

interface SettlementRow {
  ord: number;
  status: Settlement['status'];
  captured: bigint | null;
  available: bigint | null;
  audit_id: bigint | null;
}

const ADMIT = 'SELECT * FROM calls_admit($1::json, $2::json, $3, $4)';
const SETTLE = 'SELECT * FROM calls_settle($1::json, $2::json, $3, $4)';

/** The SQL functions of the register (prisma/migrations/*_calls): one statement a round. */
@Injectable()
export class CallsRepository {
  constructor(private readonly database: Database) {}

  /** @param now overrides the database's clock (tests) */
  async admit(requests: readonly AdmissionRequest[], owner: string, now: Date | null = null): Promise<Admission[]> {
    const items = requests.map((request, index) => ({
      ord: index + 1,
      id: request.callId,
      organisation: request.organisationId,
      user: request.userId,
      account: request.accountId,
      tool: request.tool,
      amount: request.amount.toString(),
      lifetime_ms: request.lifetimeMs,
      ...(request.windows.length === 0
        ? {}
        : { windows: request.windows.map(({ key, calls, ms }) => ({ k: key, calls, ms })) }),
      ...(request.idempotency ?? {}),
    }));
    const records = requests.map((request) => request.record);
    const rows = await this.database.prepared<AdmissionRow>('calls_admit', ADMIT, [
      JSON.stringify(items),
      JSON.stringify(records),
      owner,
      now,
    ]);
    return inOrder(rows).map((row) => ({
      status: row.status,
      ...(row.remaining === null ? {} : { remaining: row.remaining }),
      ...(row.reset_ms === null ? {} : { resetMs: Number(row.reset_ms) }),
      ...(row.available === null ? {} : { available: row.available }),
      ...(row.result === null ? {} : { result: row.result }),
      auditId: row.audit_id.toString(),
    }));
  }

  /** @param by names the process: asking again after a lost answer gives the first answer */
  async settle(requests: readonly SettlementRequest[], by: string, now: Date | null = null): Promise<Settlement[]> {
    const items = requests.map((request, index) => ({
      ord: index + 1,
      id: request.callId,
      user: request.userId,
      registered: request.registered,
      outcome: request.outcome,
      capture: request.capture.toString(),
      ...(request.idempotency ?? {}),
    }));
    const records = requests.map((request) => request.record);
    const rows = await this.database.prepared<SettlementRow>('calls_settle', SETTLE, [
      JSON.stringify(items),
      JSON.stringify(records),
      by,
      now,
    ]);
    return inOrder(rows).map((row) => ({
      status: row.status,
      captured: row.captured ?? 0n,
      ...(row.available === null ? {} : { available: row.available }),
      auditId: row.audit_id?.toString() ?? '',
    }));
  }

  /** Ends at most `limit` orphaned calls. @returns how many */
  async sweep(limit: number, now: Date | null = null): Promise<number> {
    const rows = await this.database.rows<{ ended: number }>('SELECT calls_sweep($1, $2) AS ended', [limit, now]);
    return rows[0]?.ended ?? 0;
  }

  /** Forgets idempotency keys older than `hours` whose call has ended. @returns how many */
  async forgetKeys(hours: number): Promise<number> {
    const rows = await this.database.rows(
      `DELETE FROM idempotency_key WHERE (user_id, key) IN (
         SELECT user_id, key FROM idempotency_key WHERE created_at < now() - $1 * interval '1 hour' AND result IS NOT NULL LIMIT 10000)
       RETURNING 1`,
      [hours],
    );
    return rows.length;
  }
}

function inOrder<R extends { ord: number }>(rows: R[]): R[] {
  return rows.sort((a, b) => a.ord - b.ord);
}
