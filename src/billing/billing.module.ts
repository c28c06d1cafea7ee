import { Module, type OnModuleInit } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';
import { BillingDirectory } from './billing-directory.js';
import { GrantExpirer } from './grant-expirer.js';
import { GrantsRepository } from './grants.repository.js';
import { PlansRepository } from './plans.repository.js';
import { PriceBook } from './price-book.js';
import { PricesRepository } from './prices.repository.js';
import { ReconciliationRepository } from './reconciliation.repository.js';
import { StatementRepository } from './statement.repository.js';

const SHARED = [
  AccountsRepository,
  BillingDirectory,
  GrantsRepository,
  PriceBook,
  ReconciliationRepository,
  StatementRepository,
];

@Module({ providers: [...SHARED, GrantExpirer, PlansRepository, PricesRepository], exports: SHARED })
export class BillingModule implements OnModuleInit {
  constructor(private readonly plans: PlansRepository) {}

  async onModuleInit(): Promise<void> {
    await this.plans.seed();
  }
}
