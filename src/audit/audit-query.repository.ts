import { Injectable } from '@nestjs/common';
import type { Credits, Json } from '../kernel/index.js';
import { Database, decodeCursor, pageOf, type Page } from '../platform/index.js';
import type { AuditOutcome, AuditStage } from './audit-event.js';

/** Which records are wanted; all that is given must hold. */
export interface AuditFilter {
  /** `null`: records of nobody's organisation, such as a login with an unknown e-mail. */
  readonly organisationId: string | null;
  /** From this moment on. */
  readonly from?: Date;
  /** Before this moment. */
  readonly to?: Date;
  readonly userId?: string;
  readonly credentialId?: string;
  readonly tool?: string;
  readonly outcome?: AuditOutcome;
  readonly surface?: string;
  readonly stage?: AuditStage;
  readonly action?: string;
  readonly callId?: string;
  readonly ip?: string;
  /** The charge of a call, micro-credits, both ends included. */
  readonly minCharge?: Credits;
  readonly maxCharge?: Credits;
  /** Found anywhere, in any letter case, in the action, tool, rule, client, arguments and details. */
  readonly text?: string;
}

/** A record as it is shown: its call's arguments and client stand in every record of the call. Amounts are micro-credits. */
export interface AuditRow {
  readonly id: bigint;
  readonly at: Date;
  readonly stage: AuditStage;
  readonly action: string;
  readonly organisation_id: string | null;
  readonly call_id: string | null;
  readonly user_id: string | null;
  readonly user_name: string | null;
  readonly user_email: string | null;
  readonly credential_kind: string | null;
  readonly credential_id: string | null;
  readonly client_name: string | null;
  readonly scopes: string[] | null;
  readonly surface: string | null;
  readonly era: string | null;
  readonly batch_index: number | null;
  readonly tool: string | null;
  readonly tool_version: string | null;
  readonly args_digest: string | null;
  readonly args: Json;
  readonly outcome: AuditOutcome | null;
  readonly denial_rule: string | null;
  readonly pii: Json;
  readonly price_id: bigint | null;
  readonly held: bigint | null;
  readonly captured: bigint | null;
  readonly released: bigint | null;
  readonly limit_remaining: number | null;
  readonly limit_reset_ms: bigint | null;
  readonly duration_ms: number | null;
  readonly bytes: number | null;
  readonly ip: string | null;
  readonly user_agent: string | null;
  readonly trace_id: string | null;
  readonly details: Json;
}

const EXPORT_PAGE = 1_000;

// The terminal record of an accepted call does not repeat what the accepted one says. app_user belongs to identity and
// is shared through SQL only.
const SELECT = `
  SELECT r.id, r.at, r.stage, r.action, r.organisation_id, r.call_id, r.user_id, u.name AS user_name, u.email AS user_email,
         r.credential_kind, r.credential_id, coalesce(r.client_name, a.client_name) AS client_name,
         coalesce(r.scopes, a.scopes) AS scopes, r.surface, r.era, r.batch_index, r.tool, r.tool_version,
         coalesce(r.args_digest, a.args_digest) AS args_digest, coalesce(r.args, a.args) AS args, r.outcome, r.denial_rule,
         r.pii, coalesce(r.price_id, a.price_id) AS price_id, r.held, r.captured, r.released, r.limit_remaining,
         r.limit_reset_ms, r.duration_ms, r.bytes, r.ip, coalesce(r.user_agent, a.user_agent) AS user_agent, r.trace_id, r.details
    FROM audit_record r
    LEFT JOIN audit_record a ON a.call_id = r.call_id AND a.stage = 'accepted' AND r.stage = 'terminal'
    LEFT JOIN app_user u ON u.id = r.user_id`;

/** Reads the audit log, newest first. */
@Injectable()
export class AuditQuery {
  constructor(private readonly database: Database) {}

  /**
   * @param limit 1..1 000
   * @param cursor `nextCursor` of the page before
   * @throws AppError `invalid_input` for a bad cursor
   */
  async page(filter: AuditFilter, limit: number, cursor?: string): Promise<Page<AuditRow>> {
    const { where, values } = conditions(filter, cursor === undefined ? undefined : decodeCursor(cursor));
    const read = await this.database.rows<AuditRow>(
      `${SELECT} WHERE ${where} ORDER BY r.id DESC LIMIT ${String(limit + 1)}`,
      values,
    );
    return pageOf(read, limit, (row) => row.id);
  }

  /**
   * All records, page by page. Each page is a statement of its own: a slow reader holds no connection and no
   * transaction, and since records never change, pages that were read stay true.
   */
  async *pages(filter: AuditFilter, limit = EXPORT_PAGE): AsyncGenerator<readonly AuditRow[]> {
    for (let cursor: string | undefined; ;) {
      const page: Page<AuditRow> = await this.page(filter, limit, cursor);
      yield page.rows;
      cursor = page.nextCursor;
      if (cursor === undefined) return;
    }
  }
}

function conditions(filter: AuditFilter, before: bigint | undefined): { where: string; values: unknown[] } {
  const values: unknown[] = [];
  const parts: string[] = [];
  const add = (value: unknown, condition: (place: string) => string): void => {
    if (value === undefined) return;
    values.push(value);
    parts.push(condition(`$${String(values.length)}`));
  };
  if (filter.organisationId === null) parts.push('r.organisation_id IS NULL');
  else add(filter.organisationId, (place) => `r.organisation_id = ${place}`);
  add(before, (place) => `r.id < ${place}`);
  add(filter.from, (place) => `r.at >= ${place}`);
  add(filter.to, (place) => `r.at < ${place}`);
  add(filter.userId, (place) => `r.user_id = ${place}`);
  add(filter.credentialId, (place) => `r.credential_id = ${place}`);
  add(filter.tool, (place) => `r.tool = ${place}`);
  add(filter.outcome, (place) => `r.outcome = ${place}`);
  add(filter.surface, (place) => `r.surface = ${place}`);
  add(filter.stage, (place) => `r.stage = ${place}`);
  add(filter.action, (place) => `r.action = ${place}`);
  add(filter.callId, (place) => `r.call_id = ${place}`);
  add(filter.ip, (place) => `r.ip = ${place}`);
  add(filter.minCharge, (place) => `r.captured >= ${place}`);
  add(filter.maxCharge, (place) => `r.captured <= ${place}`);
  add(likePattern(filter.text), textCondition);
  return { where: parts.join(' AND '), values };
}

// Addresses and browsers are left out: who may not see personal data must not find it by guessing either.
function textCondition(place: string): string {
  const fields = ['r.action', 'r.tool', 'r.denial_rule', 'coalesce(r.client_name, a.client_name)'];
  const objects = ['coalesce(r.args, a.args)', 'r.details'];
  const texts = [...fields, ...objects.map((object) => `${object}::text`)];
  return `(${texts.map((text) => `${text} ILIKE ${place}`).join(' OR ')})`;
}

function likePattern(text: string | undefined): string | undefined {
  return text === undefined ? undefined : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
