import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock, type JsonObject } from '../kernel/index.js';
import { auditUnavailable } from './audit.errors.js';
import type { AuditEvent } from './audit-event.js';
import { AuditRepository } from './audit.repository.js';
import { cleanDetails, cleanText } from './clean-details.js';

const LONGEST_ACTION = 100;
const LONGEST_ID = 200;
const LONGEST_AGENT = 300;
const LONGEST_IP = 64;

/** Records management actions; records of calls are written by the SQL functions of admission and settlement. */
@Injectable()
export class AuditWriter {
  constructor(
    private readonly repository: AuditRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Resolves when the record is durable. Fail closed: whoever asks must not go on when this rejects.
   * @throws AppError `audit_unavailable`
   */
  async record(event: AuditEvent): Promise<void> {
    try {
      await this.repository.append(this.rowOf(event));
    } catch (error) {
      throw auditUnavailable(error);
    }
  }

  private rowOf(event: AuditEvent): JsonObject {
    const details = { ...(event.targetId === undefined ? {} : { target_id: event.targetId }), ...event.details };
    return {
      at: this.clock.now().toISOString(),
      stage: 'event',
      action: cleanText(event.action, LONGEST_ACTION),
      organisation_id: event.actor?.organisationId,
      user_id: event.actor?.userId,
      credential_kind: event.credentialKind,
      credential_id: optional(event.credentialId, LONGEST_ID),
      outcome: event.outcome ?? (event.action.endsWith('_failed') ? 'denied' : 'success'),
      denial_rule: optional(event.denialRule, LONGEST_ACTION),
      ip: optional(event.ip, LONGEST_IP),
      user_agent: optional(event.userAgent, LONGEST_AGENT),
      trace_id: optional(event.traceId, LONGEST_IP),
      details: Object.keys(details).length === 0 ? undefined : cleanDetails(details),
    };
  }
}

function optional(text: string | undefined, most: number): string | undefined {
  return text === undefined ? undefined : cleanText(text, most);
}
