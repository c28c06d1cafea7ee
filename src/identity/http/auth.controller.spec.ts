import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, ENGINEER, IdentityDoors } from '../../../test/support/identity-doors.js';

const doors = new IdentityDoors();

beforeEach(() => doors.reset());
afterAll(() => doors.drop());

describe('POST /api/v1/auth/login', () => {
  it('200: a token, its end and the user; letter case of the e-mail does not matter', async () => {
    const answer = await doors.login('Engineer@Demo.LOCAL');
    const body: unknown = answer.body;
    const { status } = answer;
    expect(status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      expires_at: '2026-11-30T13:00:00.000Z',
      user: { email: ENGINEER.email, name: 'Инженер демо-города', roles: ['engineer'] },
    });
    expect(JSON.stringify(body)).not.toMatch(/argon2|password/i);
  });

  it('401: a wrong password, an unknown e-mail and a blocked user get the same answer', async () => {
    await doors.database.rows(`UPDATE app_user SET blocked_at = now() WHERE email = 'dispatcher@demo.local'`);
    const answers = [
      await doors.login(ENGINEER.email, 'wrong password'),
      await doors.login('nobody@demo.local', ENGINEER.password),
      await doors.login('dispatcher@demo.local', 'demo-dispatcher-2026'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.body).toMatchObject({ error: { code: 'login_failed' } });
    expect(doors.process.ports.actions.map(({ action }) => action)).toEqual([
      'login_failed',
      'login_failed',
      'login_failed',
    ]);
  });

  it.each([
    ['no body', undefined],
    ['an object for the e-mail', { email: { $ne: '' }, password: ENGINEER.password }],
    ['NUL in the e-mail', { email: 'a\u0000@demo.local', password: ENGINEER.password }],
    ['a password of 257 characters', { email: ENGINEER.email, password: 'x'.repeat(257) }],
    ['a foreign field', { email: ENGINEER.email, password: ENGINEER.password, admin: true }],
  ])('400: %s', async (_name, body) => {
    const answer = await doors.http().post('/api/v1/auth/login').send(body);
    expect([answer.status, (answer.body as { error: { code: string } }).error.code]).toEqual([400, 'invalid_input']);
  });

  it('lim-retry-after: 429 with whole seconds and a stable code, and the attempt after the wait passes', async () => {
    await doors.restart({ LOGIN_RATE_LIMIT: '2' });
    await doors.login();
    doors.process.clock.advance(10_500);
    await doors.login();
    const refused = await doors.login();
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '50']);
    expect(refused.body).toMatchObject({ error: { code: 'rate_limited', details: { retry_after_seconds: 50 } } });
    doors.process.clock.advance(50_000);
    expect((await doors.login()).status).toBe(200);
  });

  it('lim-forged-forwarded-for: invented addresses grant nothing', async () => {
    await doors.restart({ LOGIN_RATE_LIMIT: '5' });
    const statuses: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      const forged = `198.51.100.${String(i)}`;
      const headers = {
        'x-forwarded-for': forged,
        'x-real-ip': forged,
        forwarded: `for=${forged}`,
        'cf-connecting-ip': forged,
      };
      statuses.push((await doors.login(`user${String(i)}@demo.local`).set(headers)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
    expect(new Set(doors.process.ports.actions.map(({ ip }) => ip))).toEqual(new Set(['127.0.0.1']));
  });

  it('lim-proxy-collapses-users: behind the proxy each address has its own limit, an IPv6 client its /64', async () => {
    await doors.restart({ LOGIN_RATE_LIMIT: '1', TRUST_PROXY_HOPS: '1' });
    const from = async (address: string, email: string) =>
      (await doors.login(email).set('x-forwarded-for', `1.1.1.1, ${address}`)).status;
    expect(await from('203.0.113.1', 'a@demo.local')).toBe(401);
    expect(await from('203.0.113.1', 'b@demo.local')).toBe(429);
    expect(await from('203.0.113.2', 'c@demo.local')).toBe(401);
    expect(await from('2001:db8:0:1::1', 'd@demo.local')).toBe(401);
    expect(await from('2001:db8:0:1:ffff::2', 'e@demo.local')).toBe(429);
    expect(await from('2001:db8:0:2::1', 'f@demo.local')).toBe(401);
  });

  it('429: one account is protected from many addresses, in any letter case', async () => {
    await doors.restart({ LOGIN_RATE_LIMIT: '2', TRUST_PROXY_HOPS: '1' });
    const statuses: number[] = [];
    for (const [i, email] of [ENGINEER.email, ENGINEER.email.toUpperCase(), ` ${ENGINEER.email}`].entries()) {
      statuses.push((await doors.login(email, 'guess').set('x-forwarded-for', `203.0.113.${String(i)}`)).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('503: no journal, no token', async () => {
    doors.process.ports.journalWorks = false;
    const answer = await doors.login();
    expect([answer.status, answer.body]).toMatchObject([503, { error: { code: 'audit_unavailable' } }]);
    expect(answer.text).not.toContain('token');
  });
});

describe('POST /api/v1/auth/password', () => {
  const change = (token: string, body: object) =>
    doors.http().post('/api/v1/auth/password').set(bearer(token)).send(body);

  it('204: the old password and every token of it are dead', async () => {
    const token = await doors.loginToken();
    expect((await change(token, { current: ENGINEER.password, next: 'another password' })).status).toBe(204);
    expect((await doors.http().get('/api/v1/mcp/info').set(bearer(token))).status).toBe(401);
    expect((await doors.login()).status).toBe(401);
    expect((await doors.login(ENGINEER.email, 'another password')).status).toBe(200);
    expect(doors.process.ports.actions.map(({ action }) => action)).toContain('password_changed');
  });

  it('400: names the field; nothing changes', async () => {
    const token = await doors.loginToken();
    const wrong = await change(token, { current: 'wrong', next: 'another password' });
    const short = await change(token, { current: ENGINEER.password, next: 'short' });
    const same = await change(token, { current: ENGINEER.password, next: ENGINEER.password });
    expect([wrong.status, short.status, same.status]).toEqual([400, 400, 400]);
    expect([wrong.text, short.text, same.text]).toEqual([
      expect.stringContaining('current'),
      expect.stringContaining('next'),
      expect.stringContaining('next'),
    ]);
    expect((await doors.login()).status).toBe(200);
  });

  it('503: without journal the password stays', async () => {
    const token = await doors.loginToken();
    doors.process.ports.journalWorks = false;
    expect((await change(token, { current: ENGINEER.password, next: 'another password' })).status).toBe(503);
    doors.process.ports.journalWorks = true;
    expect((await doors.login()).status).toBe(200);
  });
});
