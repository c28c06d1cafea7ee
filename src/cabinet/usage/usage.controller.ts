import { Controller, Get, Header, Inject, Query } from '@nestjs/common';
import { UsageRepository } from '../../audit/index.js';
import { AccountsRepository } from '../../billing/index.js';
import { CurrentPrincipal, RequireRight } from '../../identity/index.js';
import { CLOCK, type Clock, type Principal } from '../../kernel/index.js';
import { usagePeriod, UsageQuery } from './usage.query.js';
import { usageView, type UsageView } from './usage.view.js';

/** What the caller's own calls cost and what the organisation has left. */
@Controller('api/v1/me/usage')
@RequireRight('usage:read')
export class UsageController {
  constructor(
    private readonly usage: UsageRepository,
    private readonly accounts: AccountsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** 200 `UsageView`; 400, 401, 403. */
  @Get()
  @Header('Cache-Control', 'no-store')
  async show(@Query() query: UsageQuery, @CurrentPrincipal() principal: Principal): Promise<UsageView> {
    const { organisationId, userId, accountId } = principal;
    const period = { organisationId, userId, ...usagePeriod(query, this.clock.now()) };
    const [balance, days, calls] = await Promise.all([
      this.accounts.balance(accountId),
      this.usage.byDayAndTool(period),
      this.usage.lastCalls(period, query.calls),
    ]);
    return usageView(period, balance, days, calls);
  }
}
