import { Type } from 'class-transformer';
import type { AuditRow } from '../../audit/index.js';
import { formatCredits, type Json } from '../../kernel/index.js';
import { PlainNumber, type ExportColumn } from '../../platform/index.js';
import { Pii } from '../../toolkit/index.js';

/** A record of the audit log as administrators see it. Large numbers are strings; amounts are decimal credits. */
export class AuditRecordView {
  /** Rises with time. */
  id!: string;
  /** ISO 8601, UTC. */
  at!: string;
  stage!: string;
  action!: string;
  organisation_id!: string | null;
  call_id!: string | null;
  user_id!: string | null;
  @Pii('person') user_name!: string | null;
  @Pii('email') user_email!: string | null;
  credential_kind!: string | null;
  credential_id!: string | null;
  @Pii('text') client_name!: string | null;
  scopes!: string[] | null;
  surface!: string | null;
  era!: string | null;
  batch_index!: number | null;
  tool!: string | null;
  tool_version!: string | null;
  args_digest!: string | null;
  /** The arguments, masked when they were recorded. */
  args!: Json;
  outcome!: string | null;
  denial_rule!: string | null;
  pii!: Json;
  price_id!: string | null;
  held!: string | null;
  captured!: string | null;
  released!: string | null;
  limit_remaining!: number | null;
  limit_reset_ms!: number | null;
  duration_ms!: number | null;
  bytes!: number | null;
  @Pii('ip') ip!: string | null;
  @Pii('text') user_agent!: string | null;
  trace_id!: string | null;
  details!: Json;
}

/** Answer of `GET /api/v1/admin/audit`. */
export class AuditPageView {
  /** Newest first. */
  @Type(() => AuditRecordView) records!: AuditRecordView[];
  /** Send it as `cursor` for older records; `null` on the last page. */
  next_cursor!: string | null;
}

export function auditRecordView(row: AuditRow): AuditRecordView {
  return Object.assign(new AuditRecordView(), {
    ...row,
    id: row.id.toString(),
    at: row.at.toISOString(),
    price_id: row.price_id?.toString() ?? null,
    held: amount(row.held),
    captured: amount(row.captured),
    released: amount(row.released),
    limit_reset_ms: row.limit_reset_ms === null ? null : Number(row.limit_reset_ms),
  } satisfies Pick<AuditRecordView, keyof AuditRecordView>);
}

/** The columns of the CSV form. */
export const AUDIT_COLUMNS: readonly ExportColumn<AuditRecordView>[] = [
  number('id'),
  ...texts('at', 'stage', 'action', 'organisation_id', 'call_id', 'user_id', 'user_name', 'user_email'),
  ...texts('credential_kind', 'credential_id', 'client_name'),
  { name: 'scopes', cell: (record) => record.scopes?.join(' ') },
  ...texts('surface', 'era', 'batch_index', 'tool', 'tool_version', 'args_digest'),
  json('args'),
  ...texts('outcome', 'denial_rule'),
  json('pii'),
  ...(['price_id', 'held', 'captured', 'released'] as const).map(number),
  ...texts('limit_remaining', 'limit_reset_ms', 'duration_ms', 'bytes', 'ip', 'user_agent', 'trace_id'),
  json('details'),
];

function amount(value: bigint | null): string | null {
  return value === null ? null : formatCredits(value);
}

type Plain = Exclude<keyof AuditRecordView, 'args' | 'pii' | 'details' | 'scopes'>;

function texts(...names: Plain[]): ExportColumn<AuditRecordView>[] {
  return names.map((name) => ({ name, cell: (record) => record[name] }));
}

function number(name: 'id' | 'price_id' | 'held' | 'captured' | 'released'): ExportColumn<AuditRecordView> {
  return {
    name,
    cell: (record) => {
      const text = record[name];
      return text === null ? null : new PlainNumber(text);
    },
  };
}

function json(name: 'args' | 'pii' | 'details'): ExportColumn<AuditRecordView> {
  return { name, cell: (record) => record[name] };
}
