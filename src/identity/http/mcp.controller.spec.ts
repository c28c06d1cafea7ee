import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, ENGINEER, IdentityDoors } from '../../../test/support/identity-doors.js';

const doors = new IdentityDoors();

beforeEach(() => doors.reset());
afterAll(() => doors.drop());

describe('/api/v1/mcp', () => {
  it('200 POST token: {token, expires_at, days, path}, with MCP_TOKEN_DAYS', async () => {
    await doors.restart({ MCP_TOKEN_DAYS: '7' });
    const answer = await doors
      .http()
      .post('/api/v1/mcp/token')
      .set(bearer(await doors.loginToken()));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      token: expect.any(String),
      expires_at: '2026-12-07T12:00:00.000Z',
      days: 7,
      path: '/mcp',
    });
    const { token } = answer.body as { token: string };
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ scope: 'mcp', pwf: expect.any(String), jti: expect.any(String) });
    expect(doors.process.ports.actions.at(-1)).toMatchObject({ action: 'mcp_token_issued', ip: '127.0.0.1' });
  });

  it('503 POST token: no journal, no token, nothing registered', async () => {
    const token = await doors.loginToken();
    doors.process.ports.journalWorks = false;
    expect((await doors.http().post('/api/v1/mcp/token').set(bearer(token))).status).toBe(503);
    expect(await doors.database.rows('SELECT jti FROM mcp_token')).toEqual([]);
  });

  it('404 POST token with MCP_ENABLED=false, and info says so', async () => {
    await doors.restart({ MCP_ENABLED: 'false' });
    const token = await doors.loginToken();
    expect((await doors.http().post('/api/v1/mcp/token').set(bearer(token))).status).toBe(404);
    expect((await doors.http().get('/api/v1/mcp/info').set(bearer(token))).body).toMatchObject({ enabled: false });
  });

  it('200 GET info: term and tools with permission, in the language of the caller', async () => {
    const token = await doors.loginToken();
    const info = () => doors.http().get('/api/v1/mcp/info').set(bearer(token));
    expect((await info()).body).toEqual({
      enabled: true,
      days: 30,
      path: '/mcp',
      tools: [{ name: 'list_fragments', title: 'Фрагменты', permission: 'heat:read' }],
    });
    expect((await info().set('accept-language', 'en')).body).toMatchObject({ tools: [{ title: 'Fragments' }] });
  });

  it('401: the challenge is Bearer, with an error only when something was sent', async () => {
    const none = await doors.http().get('/api/v1/mcp/info');
    const bad = await doors.http().get('/api/v1/mcp/info').set(bearer('nonsense'));
    expect([none.status, none.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect([bad.status, bad.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"']);
  });

  it('tok-audience: 401 for an MCP token on every REST door', async () => {
    const token = await doors.mcpToken();
    const answers = [
      await doors.http().get('/api/v1/mcp/info').set(bearer(token)),
      await doors.http().post('/api/v1/mcp/token').set(bearer(token)),
      await doors.http().get('/api/v1/keys').set(bearer(token)),
      await doors
        .http()
        .post('/api/v1/auth/password')
        .set(bearer(token))
        .send({ current: ENGINEER.password, next: 'another password' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });
});
