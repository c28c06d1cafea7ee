import { randomBytes } from 'node:crypto';
import type { AdmissionRequest, SettlementRequest } from '../../src/calls/index.js';
import type { Database } from '../../src/platform/index.js';
import { uuidV7 } from '../../src/platform/time/time.js';

export const newId = (): string => uuidV7(Date.now(), randomBytes(10));

/** An organisation's account with one grant of `amount` micro-credits. */
export async function openAccount(
  database: Database,
  amount: bigint,
): Promise<{ accountId: string; organisationId: string }> {
  const accountId = newId();
  const organisationId = newId();
  await database.rows("INSERT INTO account (id, organisation_id, kind) VALUES ($1, $2, 'customer')", [
    accountId,
    organisationId,
  ]);
  if (amount > 0n) await grant(database, accountId, amount);
  return { accountId, organisationId };
}

export async function grant(
  database: Database,
  accountId: string,
  amount: bigint,
  priority = 100,
  expires: Date | null = null,
): Promise<string> {
  const id = newId();
  await database.rows("SELECT billing_grant($1, $2, $3, $4, $5, $6, now() - interval '1 hour', $7)", [
    id,
    accountId,
    'paid',
    id,
    amount,
    priority,
    expires,
  ]);
  return id;
}

export const balance = async (database: Database, accountId: string): Promise<{ posted: bigint; held: bigint }> => {
  const rows = await database.rows<{ posted: bigint; held: bigint }>('SELECT posted, held FROM account WHERE id = $1', [
    accountId,
  ]);
  return rows[0] ?? { posted: -1n, held: -1n };
};

export function admission(
  who: { accountId: string; organisationId: string },
  change: Partial<AdmissionRequest> = {},
): AdmissionRequest {
  const callId = change.callId ?? newId();
  return {
    callId,
    organisationId: who.organisationId,
    accountId: who.accountId,
    userId: change.userId ?? who.organisationId,
    tool: 'probe',
    amount: 1_000_000n,
    lifetimeMs: 30_000,
    windows: [],
    record: { action: 'tool.call', tool: 'probe', call_id: callId, organisation_id: who.organisationId },
    ...change,
  };
}

export function settlement(request: AdmissionRequest, change: Partial<SettlementRequest> = {}): SettlementRequest {
  return {
    callId: request.callId,
    userId: request.userId,
    registered: true,
    outcome: 'success',
    capture: request.amount,
    record: {
      action: 'tool.call',
      outcome: change.outcome ?? 'success',
      tool: 'probe',
      call_id: request.callId,
      organisation_id: request.organisationId,
    },
    ...change,
  };
}
