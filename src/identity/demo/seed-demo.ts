import type { Clock, Random } from '../../kernel/index.js';
import type { Database } from '../../platform/index.js';
import { Passwords } from '../passwords/passwords.js';
import { ensureBuiltInRoles, type BuiltInRole } from './built-in-roles.js';

/** The demo organisation's id, the same in every installation. */
export const DEMO_ORGANISATION_ID = '01930000-0000-7000-8000-00000000de30';

const USERS = [
  { role: 'admin', name: 'Администратор демо-города' },
  { role: 'engineer', name: 'Инженер демо-города' },
  { role: 'dispatcher', name: 'Диспетчер демо-города' },
] as const satisfies readonly { role: BuiltInRole; name: string }[];

/** A login of the demo organisation. */
export interface DemoLogin {
  readonly role: BuiltInRole;
  readonly email: string;
  readonly userId: string;
  /**
   * Outside production the fixed first password (the user may have changed it since). In production a random one, and
   * only in the run that created the user: nobody can tell it later.
   */
  readonly password?: string;
}

export interface DemoSeedOptions {
  readonly production: boolean;
  readonly clock: Clock;
  readonly random: Random;
  /** The billing plan's code kept with the organisation; `demo` when absent. */
  readonly planCode?: string;
}

/** Creates the demo organisation, the built-in roles and three users, whatever of them is missing; changes nothing else. */
export async function seedDemoIdentity(
  database: Database,
  { production, clock, random, planCode = 'demo' }: DemoSeedOptions,
): Promise<{ organisationId: string; logins: DemoLogin[] }> {
  const passwords = new Passwords(random);
  await ensureBuiltInRoles(database, random);
  await database.rows(
    'INSERT INTO organisation (id, name, plan_code, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [DEMO_ORGANISATION_ID, 'Демо-город', planCode, clock.now()],
  );
  const logins: DemoLogin[] = [];
  for (const { role, name } of USERS) {
    const email = `${role}@demo.local`;
    const known = await findUser(database, email);
    const first = production ? random.bytes(18).toString('base64url') : `demo-${role}-2026`;
    const user = { email, name, role, hash: known === undefined ? await passwords.hash(first) : '' };
    const created = known === undefined && (await addUser(database, user, clock.now(), random));
    const userId = known ?? (await findUser(database, email));
    if (userId === undefined) throw new Error(`The demo user ${email} could not be created`);
    logins.push({ role, email, userId, ...(created || !production ? { password: first } : {}) });
  }
  return { organisationId: DEMO_ORGANISATION_ID, logins };
}

async function findUser(database: Database, email: string): Promise<string | undefined> {
  return (await database.rows<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [email]))[0]?.id;
}

/** @returns false when another process was faster */
async function addUser(
  database: Database,
  user: { email: string; name: string; role: BuiltInRole; hash: string },
  now: Date,
  random: Random,
): Promise<boolean> {
  const rows = await database.rows(
    `WITH added AS (
       INSERT INTO app_user (id, organisation_id, email, name, password_hash, password_changed_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT (email) DO NOTHING RETURNING id
     )
     INSERT INTO user_role (user_id, role_id)
     SELECT added.id, r.id FROM added, role r WHERE r.code = $7 AND r.organisation_id IS NULL RETURNING user_id`,
    [random.uuid(), DEMO_ORGANISATION_ID, user.email, user.name, user.hash, now, user.role],
  );
  return rows.length === 1;
}
