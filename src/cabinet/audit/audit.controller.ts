import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AuditQuery, type AuditFilter } from '../../audit/index.js';
import { CurrentPrincipal, RequireRight } from '../../identity/index.js';
import type { Principal } from '../../kernel/index.js';
import { sendExport } from '../../platform/index.js';
import { Masker } from '../../privacy/index.js';
import { parameterNeedsRight } from '../cabinet.errors.js';
import { CabinetJournal } from '../journal.js';
import { organisationScope } from '../organisation-scope.js';
import { auditFilter, AuditListQuery } from './audit-list.query.js';
import { AUDIT_COLUMNS, AuditPageView, AuditRecordView, auditRecordView } from './audit-record.view.js';

/** The audit log of the caller's organisation. Reading it is recorded in it. */
@Controller('api/v1/admin/audit')
@RequireRight('audit:read')
export class AuditController {
  constructor(
    private readonly audit: AuditQuery,
    private readonly journal: CabinetJournal,
    private readonly masker: Masker,
  ) {}

  /** 200 `AuditPageView`, or a file of `AuditRecordView`s; personal data is masked without `pii:read`. 400, 401, 403, 503. */
  @Get()
  async list(
    @Query() query: AuditListQuery,
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Whoever may not see addresses must not find one by asking for each.
    if (query.ip !== undefined && !principal.rights.has('pii:read')) throw parameterNeedsRight('ip', 'pii:read');
    const filter = auditFilter(query, organisationScope(principal, query.organisation_id));
    const { format, limit, cursor, ...filters } = query;
    const action = format === 'json' ? 'audit.read' : 'audit.export';
    await this.journal.record(action, principal, request, { format, filter: { ...filters } });
    if (format === 'json') {
      const page = await this.audit.page(filter, limit, cursor);
      const view = { records: page.rows.map(auditRecordView), next_cursor: page.nextCursor ?? null };
      response.setHeader('Cache-Control', 'no-store');
      response.json(this.masker.mask(AuditPageView, view, principal).value);
      return;
    }
    await sendExport(response, { format, name: 'audit', columns: AUDIT_COLUMNS, pages: this.pages(filter, principal) });
  }

  private async *pages(filter: AuditFilter, principal: Principal): AsyncGenerator<readonly AuditRecordView[]> {
    for await (const rows of this.audit.pages(filter)) {
      yield this.masker.mask(AuditRecordView, rows.map(auditRecordView), principal).value;
    }
  }
}
