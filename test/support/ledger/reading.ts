import type { Database } from '../../../src/platform/index.js';
import type { ModelGrant, ModelHold } from './model.js';

/** The database's accounts, grants and holds in the words of the model. */
export async function readBalances(
  database: Database,
): Promise<Map<string, { posted: bigint; held: bigint; available: bigint }>> {
  const rows = await database.rows<{ id: string; posted: bigint; held: bigint }>(
    `SELECT id, posted, held FROM account WHERE kind = 'customer'`,
  );
  return new Map(rows.map(({ id, posted, held }) => [id, { posted, held, available: posted - held }]));
}

/** In order of creation. */
export async function readGrants(database: Database): Promise<ModelGrant[]> {
  type Row = Omit<ModelGrant, 'effective' | 'expires'> & { readonly effective: Date; readonly expires: Date | null };
  const rows = await database.rows<Row>(
    `SELECT id, account_id AS account, source, priority, effective_at AS effective, expires_at AS expires,
            remaining, held, captured, expired FROM credit_grant ORDER BY created_at, id`,
  );
  return rows.map((row) => ({ ...row, effective: row.effective.getTime(), expires: row.expires?.getTime() ?? null }));
}

export async function readHolds(database: Database): Promise<Map<string, ModelHold>> {
  type Row = Omit<ModelHold, 'parts'> & { readonly id: string; readonly parts: { grant: string; amount: number }[] };
  const rows = await database.rows<Row>(
    `SELECT h.id, h.account_id AS account, h.amount, h.captured, h.state,
            json_agg(json_build_object('grant', p.grant_id, 'amount', p.amount) ORDER BY p.no) AS parts
       FROM hold h JOIN hold_part p ON p.hold_id = h.id GROUP BY h.id`,
  );
  return new Map(
    rows.map(({ id, parts, ...hold }) => [
      id,
      { ...hold, parts: parts.map((part) => ({ grant: part.grant, amount: BigInt(part.amount) })) },
    ]),
  );
}
