import { randomUUID } from 'node:crypto';
import type { Database } from '../../../src/platform/index.js';

/** An organisation with an open account. */
export async function openAccount(
  database: Database,
  planCode = 'FREE',
): Promise<{ organisationId: string; accountId: string }> {
  const organisationId = randomUUID();
  const accountId = randomUUID();
  await database.rows(`INSERT INTO organisation (id, name, plan_code) VALUES ($1, 'Теплосеть', $2)`, [
    organisationId,
    planCode,
  ]);
  await database.rows(`INSERT INTO account (id, organisation_id, kind) VALUES ($1, $2, 'customer')`, [
    accountId,
    organisationId,
  ]);
  return { organisationId, accountId };
}

export interface GrantCommand {
  readonly id: string;
  readonly account: string;
  readonly source: string;
  readonly amount: bigint;
  readonly priority: number;
  readonly effective: Date;
  readonly expires: Date | null;
}

export async function grantCredits(database: Database, grant: GrantCommand): Promise<string> {
  const [row] = await database.rows<{ id: string }>(`SELECT billing_grant($1, $2, 'paid', $3, $4, $5, $6, $7) AS id`, [
    grant.id,
    grant.account,
    grant.source,
    grant.amount,
    grant.priority,
    grant.effective,
    grant.expires,
  ]);
  return row?.id ?? '';
}

export interface HoldItem {
  readonly id: string;
  readonly account: string;
  readonly amount: bigint;
}

export interface HoldAnswer {
  readonly id: string;
  readonly granted: boolean;
  readonly available: bigint;
}

export function holdCredits(database: Database, items: readonly HoldItem[], now: Date): Promise<HoldAnswer[]> {
  const expires = new Date(now.getTime() + 60_000);
  return database.rows<HoldAnswer>('SELECT * FROM billing_hold($1, $2, $3, $4, $5)', [
    items.map((item) => item.id),
    items.map((item) => item.account),
    items.map((item) => item.amount),
    items.map(() => expires),
    now,
  ]);
}

export interface EndItem {
  readonly id: string;
  readonly capture: bigint;
}

export interface EndAnswer {
  readonly id: string;
  readonly held: bigint;
  readonly captured: bigint;
  readonly available: bigint;
}

export function endHolds(
  database: Database,
  items: readonly EndItem[],
  now: Date,
  expired = false,
): Promise<EndAnswer[]> {
  return database.rows<EndAnswer>('SELECT * FROM billing_end_holds($1, $2, $3, $4)', [
    items.map((item) => item.id),
    items.map((item) => item.capture),
    expired,
    now,
  ]);
}

export async function expireGrants(database: Database, now: Date, limit = 1_000): Promise<number> {
  const [row] = await database.rows<{ count: number }>('SELECT billing_expire($1, $2) AS count', [now, limit]);
  return row?.count ?? 0;
}

const BROKEN = `
  SELECT '1 entries sum to 0' AS rule, t.id::text AS subject FROM transfer t LEFT JOIN entry e ON e.transfer_id = t.id
   GROUP BY t.id HAVING coalesce(sum(e.amount), 0) <> 0 OR count(e.id) < 2
  UNION ALL SELECT '2 available', id::text FROM account WHERE posted - held < 0
  UNION ALL SELECT '3 one capture at most the hold', h.id::text FROM hold h
   WHERE (SELECT count(*) FROM transfer t WHERE t.call_id = h.id) <> CASE WHEN h.state = 'captured' THEN 1 ELSE 0 END
      OR h.captured > h.amount OR (h.state = 'held') <> (h.ended_at IS NULL)
  UNION ALL SELECT '4 what is not captured costs nothing', h.id::text FROM hold h WHERE h.state <> 'captured' AND h.captured <> 0
  UNION ALL SELECT '5 held credits belong to open holds', g.id::text FROM credit_grant g
   WHERE g.held <> coalesce((SELECT sum(p.amount) FROM hold_part p JOIN hold h ON h.id = p.hold_id
                              WHERE p.grant_id = g.id AND h.state = 'held'), 0)
  UNION ALL SELECT '6 a grant is the sum of its parts', g.id::text FROM credit_grant g
   WHERE g.remaining + g.held + g.captured + g.expired <> g.amount
      OR g.remaining + g.held <> coalesce((SELECT sum(e.amount) FROM entry e WHERE e.grant_id = g.id AND e.account_id = g.account_id), 0)
      OR g.captured <> coalesce((SELECT -sum(e.amount) FROM entry e JOIN transfer t ON t.id = e.transfer_id AND t.kind = 'capture'
                                  WHERE e.grant_id = g.id AND e.account_id = g.account_id), 0)
  UNION ALL SELECT '7 ' || rule, subject FROM billing_reconcile()`;

/** The invariants of the ledger that do not hold, checked by statements of their own; empty when all do. */
export function brokenInvariants(database: Database): Promise<{ rule: string; subject: string }[]> {
  return database.rows(BROKEN);
}
