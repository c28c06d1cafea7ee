import { IsIn, IsISO8601, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import {
  AUDIT_OUTCOMES,
  AUDIT_STAGES,
  type AuditFilter,
  type AuditOutcome,
  type AuditStage,
} from '../../audit/index.js';
import { credits } from '../../kernel/index.js';
import { ListQuery, PRINTABLE, UUID_SHAPE } from '../list-query.js';

const AMOUNT = /^\d{1,12}(?:\.\d{1,6})?$/;

/** Query of `GET /api/v1/admin/audit`; every filter that is given must hold. */
export class AuditListQuery extends ListQuery {
  /** From this moment on; a date alone means 00:00 UTC. */
  @IsOptional() @IsString() @MaxLength(40) @IsISO8601() from?: string;
  /** Before this moment. */
  @IsOptional() @IsString() @MaxLength(40) @IsISO8601() to?: string;
  /** The id of a user. */
  @IsOptional() @IsString() @MaxLength(36) @Matches(UUID_SHAPE) user?: string;
  /** The id of a key or token. */
  @IsOptional() @IsString() @MaxLength(200) @Matches(PRINTABLE) credential?: string;
  @IsOptional() @IsString() @MaxLength(64) @Matches(PRINTABLE) tool?: string;
  @IsOptional() @IsIn(AUDIT_OUTCOMES) outcome?: AuditOutcome;
  @IsOptional() @IsString() @MaxLength(64) @Matches(PRINTABLE) surface?: string;
  @IsOptional() @IsIn(AUDIT_STAGES) stage?: AuditStage;
  @IsOptional() @IsString() @MaxLength(100) @Matches(PRINTABLE) action?: string;
  @IsOptional() @IsString() @MaxLength(36) @Matches(UUID_SHAPE) call_id?: string;
  /** An exact address: only with the right `pii:read`. */
  @IsOptional() @IsString() @MaxLength(64) @Matches(PRINTABLE) ip?: string;
  /** Credits that the call was charged at least, a decimal such as `0.5`. */
  @IsOptional() @IsString() @MaxLength(19) @Matches(AMOUNT) min_charge?: string;
  /** Credits that the call was charged at most. */
  @IsOptional() @IsString() @MaxLength(19) @Matches(AMOUNT) max_charge?: string;
  /** Found in the action, tool, rule, client, arguments or details, in any letter case. */
  @IsOptional() @IsString() @MaxLength(200) @Matches(PRINTABLE) text?: string;
}

/** The filter that a query means, within one organisation (`null`: records of no organisation). */
export function auditFilter(query: AuditListQuery, organisationId: string | null): AuditFilter {
  const wanted = {
    from: query.from === undefined ? undefined : new Date(query.from),
    to: query.to === undefined ? undefined : new Date(query.to),
    userId: query.user,
    credentialId: query.credential,
    tool: query.tool,
    outcome: query.outcome,
    surface: query.surface,
    stage: query.stage,
    action: query.action,
    callId: query.call_id,
    ip: query.ip,
    minCharge: query.min_charge === undefined ? undefined : credits(query.min_charge),
    maxCharge: query.max_charge === undefined ? undefined : credits(query.max_charge),
    text: query.text,
  };
  return { organisationId, ...present(wanted) };
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
