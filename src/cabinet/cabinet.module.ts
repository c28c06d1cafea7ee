import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { BillingModule } from '../billing/index.js';
import { IdentityModule } from '../identity/index.js';
import { PrivacyModule } from '../privacy/index.js';
import { AuditController } from './audit/audit.controller.js';
import { CreditsController } from './credits/credits.controller.js';
import { CabinetJournal } from './journal.js';
import { UsageController } from './usage/usage.controller.js';

/** The REST doors of customers and administrators. */
@Module({
  imports: [AuditModule, BillingModule, IdentityModule, PrivacyModule],
  controllers: [AuditController, CreditsController, UsageController],
  providers: [CabinetJournal],
})
export class CabinetModule {}
