import { seedDemoBilling } from '../billing/index.js';
import { seedDemoIdentity, type DemoLogin } from '../identity/index.js';
import type { Clock, Random } from '../kernel/index.js';
import type { Database } from '../platform/index.js';
import { seedDemoCity } from '../suites/heat-network/index.js';

const CITY = { seed: 2026, code: 'demo', name: 'Демо-город' };
const PLAN = 'BUSINESS';

/** What a newcomer can log in to. */
export interface Demo {
  readonly organisationId: string;
  readonly logins: readonly DemoLogin[];
}

/** Creates whatever is missing of the demo: organisation, users, plan, credits, city. Keeps everything that is there. */
export async function seedDemo(
  database: Database,
  parts: { production: boolean; clock: Clock; random: Random },
): Promise<Demo> {
  const { clock, random, production } = parts;
  const { organisationId, logins } = await seedDemoIdentity(database, { production, clock, random, planCode: PLAN });
  await seedDemoBilling(database, { organisationId, clock, random });
  await seedDemoCity(database, { ...CITY, organisationId });
  return { organisationId, logins };
}
