import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { startIdentity, type IdentityProcess } from '../../../test/support/identity.js';
import { FixedClock, SeededRandom } from '../../../test/support/time.js';
import { AppError, type Principal } from '../../kernel/index.js';
import { ApiKeyService } from '../api-keys/api-key.service.js';
import { makeApiKey } from '../api-keys/api-key.format.js';
import { DEMO_ORGANISATION_ID, seedDemoIdentity } from '../demo/seed-demo.js';
import { McpTokenService } from '../mcp-tokens/mcp-token.service.js';
import { LoginService } from '../users/login.service.js';
import type { Audience } from './authenticator.js';
import { PrincipalRepository } from './principal.repository.js';

const ORIGIN = { ip: '203.0.113.9' };
const PASSWORD = 'demo-engineer-2026';
const EMAIL = 'engineer@demo.local';
const NEVER = '01930000-0000-7000-8000-0000000000ff';

/** Waits until the condition holds; gives up after 1 000 looks. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let look = 0; look < 1_000; look += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('What the test waits for did not happen');
}

describe('Authenticator', () => {
  let test: TestDatabase;
  let here: IdentityProcess;
  const started: IdentityProcess[] = [];

  const start = async (options: Parameters<typeof startIdentity>[1] = {}) => {
    const process = await startIdentity(test.database, options);
    started.push(process);
    return process;
  };
  const seed = () =>
    seedDemoIdentity(test.database, { clock: new FixedClock(), random: new SeededRandom(9), production: false });

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  beforeEach(async () => {
    await test.database.rows('DELETE FROM organisation');
    await seed();
    here = await start();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    for (const process of started.splice(0)) await process.close();
  });
  afterAll(() => test.drop());

  const problemOf = async (token: string, process = here, audience: Audience = 'mcp'): Promise<unknown> => {
    try {
      const principal = await process.authenticator.authenticate(`Bearer ${token}`, { audience });
      return `accepted ${principal.credential.kind}`;
    } catch (error) {
      return error instanceof AppError ? (error.data.problem ?? error.code) : error;
    }
  };
  const login = async (password = PASSWORD) => (await here.app.get(LoginService).login(EMAIL, password, ORIGIN)).token;
  const loggedIn = async () => here.authenticator.authenticateLogin(`Bearer ${await login()}`);
  const issueMcp = async () => (await here.app.get(McpTokenService).issue(await loggedIn(), ORIGIN)).token;
  const createKey = async (wish: { scopes?: string[]; readOnly?: boolean; expiresInDays?: number } = {}) => {
    const { principal } = await loggedIn();
    return here.app
      .get(ApiKeyService)
      .create(principal, { name: 'test', scopes: ['tools'], readOnly: false, ...wish }, ORIGIN);
  };
  const changePassword = async (principal: Principal, current: string, next: string) =>
    here.app.get(LoginService).changePassword(principal, current, next, ORIGIN);

  describe('who is behind a credential', () => {
    it('a login token: the user with the rights of the roles, the account and the suites that billing names', async () => {
      const principal = await here.authenticator.authenticate(`Bearer ${await login()}`, { audience: 'rest' });
      expect(principal).toMatchObject({
        organisationId: DEMO_ORGANISATION_ID,
        accountId: `account of ${DEMO_ORGANISATION_ID}`,
        credential: { kind: 'web_token', readOnly: false },
      });
      expect([...principal.suites]).toEqual(['heat']);
      expect([...principal.scopes]).toEqual(['tools']);
      expect([...principal.rights].sort()).toEqual(
        ['founder:read', 'heat:calculate', 'heat:read', 'keys:manage', 'usage:read', 'web:read'].sort(),
      );
    });

    it('an API key: its scopes and its read-only mark', async () => {
      const { id, key } = await createKey({ scopes: ['tools:heat', 'tools:heat'], readOnly: true });
      const principal = await here.authenticator.authenticate(`bearer ${key}`, { audience: 'mcp' });
      expect(principal.credential).toEqual({ kind: 'api_key', id, readOnly: true });
      expect([...principal.scopes]).toEqual(['tools:heat']);
    });

    it('a right that the product does not know and a role of another organisation give nothing', async () => {
      await test.database.rows(`INSERT INTO organisation (id, name, plan_code) VALUES ($1, 'other', 'demo')`, [NEVER]);
      await test.database.rows(`INSERT INTO role (id, organisation_id, code, title) VALUES ($1, $1, 'spy', 'spy')`, [
        NEVER,
      ]);
      await test.database.rows(`INSERT INTO role_right VALUES ($1, 'pii:read')`, [NEVER]);
      await test.database.rows(`INSERT INTO user_role SELECT id, $1 FROM app_user WHERE email = $2`, [NEVER, EMAIL]);
      await test.database.rows(`INSERT INTO role_right SELECT id, 'no:such' FROM role WHERE code = 'engineer'`);
      const { principal } = await loggedIn();
      expect([...principal.rights]).not.toEqual(expect.arrayContaining(['pii:read']));
      expect([...principal.rights]).not.toEqual(expect.arrayContaining(['no:such']));
    });

    it('the language is the user’s, else the organisation’s', async () => {
      await test.database.rows(`UPDATE organisation SET locale = 'en'`);
      expect((await loggedIn()).principal.locale).toBe('en');
      await test.database.rows(`UPDATE app_user SET locale = 'ru'`);
      expect((await loggedIn()).principal.locale).toBe('ru');
    });

    it('AUTH_DISABLED: everyone is the administrator, whatever was sent', async () => {
      const open = await start({ env: { AUTH_DISABLED: 'true' } });
      for (const header of [undefined, 'Bearer nonsense', ['Bearer a', 'Bearer b']]) {
        const principal = await open.authenticator.authenticate(header, { audience: 'rest' });
        expect(principal.credential.kind).toBe('none');
        expect(principal.rights.has('platform:admin')).toBe(true);
      }
    });
  });

  describe('tok-audience', () => {
    it('an MCP token opens MCP doors only, a login token and a key open both', async () => {
      const mcp = await issueMcp();
      const web = await login();
      const { key } = await createKey();
      const answers = await Promise.all(
        [mcp, web, key].map(async (token) => [await problemOf(token), await problemOf(token, here, 'rest')]),
      );
      expect(answers).toEqual([
        ['accepted mcp_token', 'wrong_door'],
        ['accepted web_token', 'accepted web_token'],
        ['accepted api_key', 'accepted api_key'],
      ]);
    });

    it('only a login token counts as a login', async () => {
      for (const token of [await issueMcp(), (await createKey()).key]) {
        await expect(here.authenticator.authenticateLogin(`Bearer ${token}`)).rejects.toMatchObject({
          data: { problem: 'wrong_door' },
        });
      }
    });
  });

  describe('refusals', () => {
    it('a key that is not whole, or was made up, costs no look-up', async () => {
      const lookUp = jest.spyOn(here.app.get(PrincipalRepository), 'byKeyHash');
      const { key } = await createKey();
      expect(await problemOf(key.slice(0, -1))).toBe('invalid');
      expect(await problemOf(`${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`)).toBe('invalid');
      expect(await problemOf('tpk_live_')).toBe('invalid');
      expect(lookUp).not.toHaveBeenCalled();
      expect(await problemOf(makeApiKey(new SeededRandom(99)).key)).toBe('invalid');
      expect(lookUp).toHaveBeenCalledTimes(1);
    });

    it('keys, login tokens and MCP tokens end at their expiry, remembered or not', async () => {
      const { key } = await createKey({ expiresInDays: 1 });
      const [web, mcp] = [await login(), await issueMcp()];
      expect(await problemOf(web)).toBe('accepted web_token');
      here.clock.advance(60 * 60_000 - 1);
      expect(await problemOf(web)).toBe('accepted web_token');
      here.clock.advance(1);
      expect(await problemOf(web)).toBe('expired');
      here.clock.advance(23 * 60 * 60_000 - 1);
      expect(await problemOf(key)).toBe('accepted api_key');
      here.clock.advance(1);
      expect(await problemOf(key)).toBe('expired');
      here.clock.advance(29 * 86_400_000 - 1);
      expect(await problemOf(mcp)).toBe('accepted mcp_token');
      here.clock.advance(1);
      expect(await problemOf(mcp)).toBe('expired');
    });

    it('a token of a user or an MCP token that the database does not know', async () => {
      const [web, mcp] = [await login(), await issueMcp()];
      await test.database.rows('DELETE FROM mcp_token');
      here.authenticator.invalidate('all');
      expect(await problemOf(mcp)).toBe('invalid');
      await test.database.rows('DELETE FROM organisation');
      here.authenticator.invalidate('all');
      expect(await problemOf(web)).toBe('invalid');
    });

    it('a changed password kills every login and MCP token at once, and leaves API keys alone', async () => {
      const tokens = [await login(), await login(), await issueMcp(), await issueMcp()];
      const { key } = await createKey();
      for (const token of tokens) expect(await problemOf(token)).toMatch('accepted');
      await changePassword((await loggedIn()).principal, PASSWORD, 'another password');
      for (const token of tokens) expect(await problemOf(token)).toBe('revoked');
      expect(await problemOf(key)).toBe('accepted api_key');
      expect(await problemOf(await login('another password'))).toBe('accepted web_token');
    });

    it('an MCP token that is issued while the password changes is dead at birth', async () => {
      const stale = await loggedIn();
      await changePassword(stale.principal, PASSWORD, 'another password');
      const { token } = await here.app.get(McpTokenService).issue(stale, ORIGIN);
      expect(await problemOf(token)).toBe('revoked');
    });
  });

  describe('what is remembered', () => {
    it('one look-up serves every request of a second, and a burst shares it', async () => {
      const { key } = await createKey();
      const lookUp = jest.spyOn(here.app.get(PrincipalRepository), 'byKeyHash');
      const asked = here.ports.billingAsked;
      await Promise.all(Array.from({ length: 50 }, () => problemOf(key)));
      here.clock.advance(999);
      await problemOf(key);
      expect([lookUp.mock.calls.length, here.ports.billingAsked - asked]).toEqual([1, 1]);
      here.clock.advance(1);
      await problemOf(key);
      expect(lookUp).toHaveBeenCalledTimes(2);
    });

    it('fails closed when the database or billing gives no answer, but not within the age limit', async () => {
      const { key } = await createKey();
      await problemOf(key);
      jest.spyOn(here.app.get(PrincipalRepository), 'byKeyHash').mockRejectedValue(new Error('ECONNREFUSED'));
      here.clock.advance(999);
      expect(await problemOf(key)).toBe('accepted api_key');
      here.clock.advance(1);
      expect(await problemOf(key)).toBe('unavailable');
      jest.restoreAllMocks();
      here.ports.billingWorks = false;
      expect(await problemOf(key)).toBe('unavailable');
      here.ports.billingWorks = true;
      expect(await problemOf(key)).toBe('accepted api_key');
    });

    it('notes the use of a key at most once a minute', async () => {
      const { id, key } = await createKey();
      const noted = async () =>
        (await test.database.rows<{ at: Date | null }>('SELECT last_used_at AS at FROM api_key WHERE id = $1', [id]))[0]
          ?.at;
      const first = here.clock.now();
      await problemOf(key);
      await until(async () => (await noted())?.getTime() === first.getTime());
      here.clock.advance(59_999);
      const touch = jest.spyOn(here.app.get(PrincipalRepository), 'touchKey');
      await problemOf(key);
      expect(touch).not.toHaveBeenCalled();
      here.clock.advance(1_000);
      await problemOf(key);
      await until(async () => (await noted())?.getTime() === here.clock.now().getTime());
    });
  });

  describe('tok-revoked-key-cache: two processes', () => {
    let there: IdentityProcess;

    beforeEach(async () => {
      there = await start({ clock: here.clock });
    });

    // The clock stands still: nothing but the notification can make the other process forget.
    const dies = (token: string, problem: string) => until(async () => (await problemOf(token, there)) === problem);

    it('a revoked key is dead here with the answer, there as soon as the notification arrives', async () => {
      const { id, key } = await createKey();
      expect([await problemOf(key), await problemOf(key, there)]).toEqual(['accepted api_key', 'accepted api_key']);
      const { principal } = await loggedIn();
      const racing = Array.from({ length: 200 }, () => problemOf(key));
      await here.app.get(ApiKeyService).revoke(principal, id, ORIGIN);
      expect(await problemOf(key)).toBe('revoked');
      await Promise.all(racing);
      expect(await problemOf(key)).toBe('revoked');
      await dies(key, 'revoked');
      expect(await Promise.all(Array.from({ length: 200 }, () => problemOf(key, there)))).not.toContain(
        'accepted api_key',
      );
    });

    it('after the age limit a key is dead there even when no notification arrives', async () => {
      const { id, key } = await createKey();
      await problemOf(key, there);
      await test.database.rows('ALTER TABLE api_key DISABLE TRIGGER api_key_changed');
      try {
        await test.database.rows('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
      } finally {
        await test.database.rows('ALTER TABLE api_key ENABLE TRIGGER api_key_changed');
      }
      expect(await problemOf(key, there)).toBe('accepted api_key');
      here.clock.advance(1_000);
      expect(await problemOf(key, there)).toBe('revoked');
    });

    it.each([
      ['a blocked user', 'UPDATE app_user SET blocked_at = now()', 'revoked'],
      ['a blocked organisation', 'UPDATE organisation SET blocked_at = now()', 'revoked'],
      ['a deleted organisation', 'DELETE FROM organisation', 'invalid'],
    ])('%s: keys and tokens are dead there, though it was done by hand', async (_name, sql, problem) => {
      const credentials = [(await createKey()).key, await issueMcp(), await login()];
      for (const credential of credentials) expect(await problemOf(credential, there)).toMatch('accepted');
      await test.database.rows(sql);
      for (const credential of credentials) await dies(credential, problem);
    });

    it('a single MCP token can be revoked, the others live', async () => {
      const [one, two] = [await issueMcp(), await issueMcp()];
      const { credential } = await there.authenticator.authenticate(`Bearer ${one}`, { audience: 'mcp' });
      await problemOf(two, there);
      await test.database.rows('UPDATE mcp_token SET revoked_at = now() WHERE jti = $1', [credential.id]);
      await dies(one, 'revoked');
      expect(await problemOf(two, there)).toBe('accepted mcp_token');
    });

    it('a changed password and changed roles are known there', async () => {
      const [web, mcp] = [await login(), await issueMcp()];
      const rightsThere = async () =>
        (await there.authenticator.authenticate(`Bearer ${web}`, { audience: 'mcp' })).rights;
      expect((await rightsThere()).has('pii:read')).toBe(false);
      await test.database.rows(`INSERT INTO role_right SELECT id, 'pii:read' FROM role WHERE code = 'engineer'`);
      await until(async () => (await rightsThere()).has('pii:read'));
      await test.database.rows('DELETE FROM user_role');
      await until(async () => (await rightsThere()).size === 0);
      await test.database.rows(`DELETE FROM role_right WHERE right_code = 'pii:read'`);
      await problemOf(mcp, there);
      await changePassword((await loggedIn()).principal, PASSWORD, 'another password');
      await dies(web, 'revoked');
      await dies(mcp, 'revoked');
    });

    it('a listener that loses its connection forgets everything and listens again', async () => {
      const { id, key } = await createKey();
      await problemOf(key, there);
      const listeners = () =>
        test.database.rows<{ pid: number }>(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query = 'LISTEN turnpike_identity'`,
        );
      const before = await listeners();
      expect(before.length).toBe(2);
      await test.database.rows('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
        before.map(({ pid }) => pid),
      ]);
      await until(
        async () => (await listeners()).filter(({ pid }) => !before.some((old) => old.pid === pid)).length === 2,
      );
      await problemOf(key, there);
      await test.database.rows('UPDATE api_key SET revoked_at = now() WHERE id = $1', [id]);
      await dies(key, 'revoked');
    });
  });
});
