import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  AccountsRepository,
  BillingDirectory,
  GrantsRepository,
  ReconciliationRepository,
  StatementRepository,
} from '../../billing/index.js';
import { CurrentPrincipal, RequireRight } from '../../identity/index.js';
import type { Principal } from '../../kernel/index.js';
import { sendExport } from '../../platform/index.js';
import { organisationNeedsAccount } from '../cabinet.errors.js';
import { CabinetJournal } from '../journal.js';
import { ListQuery } from '../list-query.js';
import { organisationScope } from '../organisation-scope.js';
import { balanceView, grantView, reconciliationView, statementView, type CreditsView } from './credits.view.js';
import { TRANSFER_COLUMNS, transferView, type TransferView } from './transfer.view.js';

/** The credits of the caller's organisation: balance, grants and the statement of its account. */
@Controller('api/v1/admin/credits')
@RequireRight('credits:read')
export class CreditsController {
  constructor(
    private readonly directory: BillingDirectory,
    private readonly accounts: AccountsRepository,
    private readonly grants: GrantsRepository,
    private readonly statement: StatementRepository,
    private readonly reconciliation: ReconciliationRepository,
    private readonly journal: CabinetJournal,
  ) {}

  /** 200 `CreditsView`, or a file of `TransferView`s (recorded as an export). 400, 401, 403, 404, 503. */
  @Get()
  async list(
    @Query() query: ListQuery,
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const organisationId = organisationScope(principal, query.organisation_id);
    if (organisationId === null) throw organisationNeedsAccount();
    const { accountId, planCode } = await this.directory.accountOf(organisationId);
    if (query.format !== 'json') {
      await this.journal.record('credits.export', principal, request, {
        format: query.format,
        organisation: organisationId,
      });
      const pages = this.pages(accountId);
      await sendExport(response, { format: query.format, name: 'credits', columns: TRANSFER_COLUMNS, pages });
      return;
    }
    const whole = principal.rights.has('platform:admin');
    const [balance, grants, page, differences] = await Promise.all([
      this.accounts.balance(accountId),
      this.grants.list(accountId),
      this.statement.page(accountId, query.limit, query.cursor),
      whole ? this.reconciliation.reconcile() : this.reconciliation.ofAccount(accountId),
    ]);
    const view: CreditsView = {
      organisation_id: organisationId,
      plan: planCode,
      balance: balanceView(balance),
      grants: grants.map(grantView),
      ...statementView(page),
      reconciliation: reconciliationView(differences),
    };
    response.setHeader('Cache-Control', 'no-store');
    response.json(view);
  }

  private async *pages(accountId: string): AsyncGenerator<readonly TransferView[]> {
    for await (const transfers of this.statement.pages(accountId)) yield transfers.map(transferView);
  }
}
