import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { FixedClock, SeededRandom } from '../../../test/support/time.js';
import { RIGHTS } from '../../kernel/index.js';
import { DEMO_ORGANISATION_ID, seedDemoIdentity } from './seed-demo.js';

describe('seedDemoIdentity', () => {
  let test: TestDatabase;
  const options = { clock: new FixedClock(), random: new SeededRandom(3) };

  beforeEach(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => test.drop());

  const rightsOf = async (email: string) => {
    const rows = await test.database.rows<{ right_code: string }>(
      `SELECT rr.right_code FROM app_user u JOIN user_role ur ON ur.user_id = u.id
         JOIN role_right rr ON rr.role_id = ur.role_id WHERE u.email = $1`,
      [email],
    );
    return new Set(rows.map((row) => row.right_code));
  };
  const everything = () =>
    test.database.rows(
      `SELECT u.id, u.email, u.password_hash, ur.role_id, rr.right_code FROM app_user u
         JOIN user_role ur ON ur.user_id = u.id JOIN role_right rr ON rr.role_id = ur.role_id ORDER BY u.id, rr.right_code`,
    );

  it('creates three users whose rights differ as the demo needs', async () => {
    const { organisationId, logins } = await seedDemoIdentity(test.database, { ...options, production: false });
    expect(organisationId).toBe(DEMO_ORGANISATION_ID);
    expect(logins.map(({ email, password }) => [email, password])).toEqual([
      ['admin@demo.local', 'demo-admin-2026'],
      ['engineer@demo.local', 'demo-engineer-2026'],
      ['dispatcher@demo.local', 'demo-dispatcher-2026'],
    ]);
    expect(await rightsOf('admin@demo.local')).toEqual(new Set(Object.keys(RIGHTS)));
    expect(await rightsOf('engineer@demo.local')).toEqual(
      new Set(['heat:read', 'heat:calculate', 'web:read', 'founder:read', 'keys:manage', 'usage:read']),
    );
    expect(await rightsOf('dispatcher@demo.local')).toEqual(
      new Set(['heat:read', 'pii:read', 'keys:manage', 'usage:read']),
    );
  });

  it('changes nothing the second time and tells the same logins', async () => {
    const first = await seedDemoIdentity(test.database, { ...options, production: false });
    const rows = await everything();
    expect(await seedDemoIdentity(test.database, { ...options, production: false })).toEqual(first);
    expect(await everything()).toEqual(rows);
  });

  it('two processes that start together create each user once', async () => {
    const seed = (state: number) =>
      seedDemoIdentity(test.database, { clock: options.clock, random: new SeededRandom(state), production: false });
    const [one, two] = await Promise.all([seed(1), seed(2)]);
    expect(one.logins).toEqual(two.logins);
    expect(await test.database.rows('SELECT id FROM app_user')).toHaveLength(3);
  });

  it('in production the passwords are random and told once', async () => {
    const { logins } = await seedDemoIdentity(test.database, { ...options, production: true });
    const passwords = logins.map((login) => login.password ?? '');
    expect(new Set(passwords).size).toBe(3);
    for (const password of passwords) expect(password).toMatch(/^[\w-]{24}$/);
    const again = await seedDemoIdentity(test.database, { ...options, production: true });
    expect(again.logins.map((login) => login.password)).toEqual([undefined, undefined, undefined]);
  });
});
