import { credits, type Clock, type Random } from '../kernel/index.js';
import type { Database } from '../platform/index.js';
import { AccountsRepository } from './accounts.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { PlansRepository } from './plans.repository.js';

/** Whose demo credits, and where time and ids come from. */
interface DemoBilling {
  readonly organisationId: string;
  readonly clock: Clock;
  readonly random: Random;
}

const PROMO_DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Gives the demo organisation an account with 1 000 promotional credits (drawn first, for 90 days) and 100 000 paid ones.
 * Running it again changes nothing, also when the promotional credits have expired.
 * @returns the account's id
 */
export async function seedDemoBilling(database: Database, demo: DemoBilling): Promise<string> {
  await new PlansRepository(database).seed();
  const accountId = await new AccountsRepository(database, demo.random).open(demo.organisationId);
  const grants = new GrantsRepository(database, demo.clock, demo.random);
  await grants.grant({
    accountId,
    kind: 'promo',
    source: 'demo:promo',
    amount: credits(1_000),
    priority: 10,
    expiresAt: new Date(demo.clock.now().getTime() + PROMO_DAYS * DAY_MS),
  });
  await grants.grant({ accountId, kind: 'paid', source: 'demo:paid', amount: credits(100_000) });
  return accountId;
}
