import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AuditWriter } from '../audit/index.js';
import { CONFIG, type Config } from '../config/index.js';
import type { JsonObject, Principal } from '../kernel/index.js';
import { clientAddress, currentRequest } from '../platform/index.js';

/** Records what administrators look at and take away; fails closed: no record, no answer. */
@Injectable()
export class CabinetJournal {
  constructor(
    private readonly writer: AuditWriter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws AppError `audit_unavailable` when the record is not durable */
  async record(
    action: 'audit.read' | 'audit.export' | 'credits.export',
    principal: Principal,
    request: Request,
    details: JsonObject,
  ): Promise<void> {
    const userAgent = request.headers['user-agent'];
    const traceId = currentRequest()?.traceId;
    await this.writer.record({
      action,
      actor: principal,
      credentialKind: principal.credential.kind,
      credentialId: principal.credential.id,
      ip: clientAddress(request, this.config.http.trustProxyHops),
      ...(userAgent === undefined ? {} : { userAgent }),
      ...(traceId === undefined ? {} : { traceId }),
      details,
    });
  }
}
