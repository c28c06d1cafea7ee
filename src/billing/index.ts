export { AccountsRepository, type Balance } from './accounts.repository.js';
export { BillingDirectory } from './billing-directory.js';
export { BillingModule } from './billing.module.js';
export { seedDemoBilling } from './demo.js';
export { GrantsRepository, type Grant } from './grants.repository.js';
export { PriceBook } from './price-book.js';
export { ReconciliationRepository, type Difference } from './reconciliation.repository.js';
export { StatementRepository, type StatementTransfer } from './statement.repository.js';
