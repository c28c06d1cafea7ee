import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { bearer, DISPATCHER, IdentityDoors, type KeyAnswer } from '../../../test/support/identity-doors.js';

const doors = new IdentityDoors();

beforeEach(() => doors.reset());
afterAll(() => doors.drop());

describe('/api/v1/keys', () => {
  it('201: the clear key appears once and nowhere else; the list shows what tells keys apart', async () => {
    const token = await doors.loginToken();
    const wish = { name: 'for tests', scopes: ['tools:heat'], read_only: true, expires_in_days: 30 };
    const answer = await doors.newKey(token, wish);
    const { id, key } = answer.body as KeyAnswer;
    expect(answer.status).toBe(201);
    const list = await doors.http().get('/api/v1/keys').set(bearer(token));
    expect(list.body).toEqual({
      keys: [
        {
          id,
          name: 'for tests',
          prefix: key.slice(0, 13),
          last_four: key.slice(-4),
          scopes: ['tools:heat'],
          read_only: true,
          created_at: '2026-11-30T12:00:00.000Z',
          expires_at: '2026-12-30T12:00:00.000Z',
          last_used_at: null,
          revoked_at: null,
        },
      ],
    });
    const stored = await doors.database.rows<{ row: string }>('SELECT to_jsonb(api_key)::text AS row FROM api_key');
    expect(stored[0]?.row).not.toContain(key.slice(13, -4));
    expect(JSON.stringify(doors.process.ports.actions)).not.toContain(key.slice(13));
  });

  it('201: without wishes a key may everything, writes included, and does not expire', async () => {
    const body = await doors.key(await doors.loginToken());
    expect(body).toMatchObject({ scopes: ['tools'], read_only: false, expires_at: null });
  });

  it.each([
    ['no name', {}],
    ['a blank name', { name: ' ' }],
    ['a scope that is none', { name: 'x', scopes: ['platform:admin'] }],
    ['no scope', { name: 'x', scopes: [] }],
    ['an endless term', { name: 'x', expires_in_days: 1e9 }],
    ['a foreign field', { name: 'x', user_id: 'another' }],
  ])('400: %s', async (_name, body) => {
    expect((await doors.newKey(await doors.loginToken(), body)).status).toBe(400);
  });

  it('204 DELETE: the key is dead with the answer; again is 204', async () => {
    const token = await doors.loginToken();
    const body = await doors.key(token);
    const use = () => doors.process.authenticator.authenticate(`Bearer ${body.key}`, { audience: 'mcp' });
    await use();
    const revoke = () => doors.http().delete(`/api/v1/keys/${body.id}`).set(bearer(token));
    expect((await revoke()).status).toBe(204);
    await expect(use()).rejects.toMatchObject({ code: 'unauthenticated', data: { problem: 'revoked' } });
    expect((await revoke()).status).toBe(204);
  });

  it('503 DELETE without journal: the key is dead nevertheless', async () => {
    const token = await doors.loginToken();
    const body = await doors.key(token);
    doors.process.ports.journalWorks = false;
    expect((await doors.http().delete(`/api/v1/keys/${body.id}`).set(bearer(token))).status).toBe(503);
    const use = doors.process.authenticator.authenticate(`Bearer ${body.key}`, { audience: 'mcp' });
    await expect(use).rejects.toMatchObject({ data: { problem: 'revoked' } });
  });

  it('404 DELETE: a key of another user is as unknown as one that never was', async () => {
    const body = await doors.key(await doors.loginToken());
    const other = bearer(await doors.loginToken(DISPATCHER));
    const answers = await Promise.all(
      [body.id, '01930000-0000-7000-8000-0000000000ff', 'x', "' OR 1=1"].map((id) =>
        doors
          .http()
          .delete(`/api/v1/keys/${encodeURIComponent(id)}`)
          .set(other),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await doors.http().get('/api/v1/keys').set(other)).body).toEqual({ keys: [] });
  });

  it('tok-key-mints-keys: keys and MCP tokens neither make, list nor revoke keys', async () => {
    const token = await doors.loginToken();
    const body = await doors.key(token);
    for (const credential of [body.key, await doors.mcpToken()]) {
      const answers = [
        await doors
          .http()
          .post('/api/v1/keys')
          .set(bearer(credential))
          .send({ name: 'more', scopes: ['tools'] }),
        await doors.http().get('/api/v1/keys').set(bearer(credential)),
        await doors.http().delete(`/api/v1/keys/${body.id}`).set(bearer(credential)),
        await doors.http().post('/api/v1/mcp/token').set(bearer(credential)),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    }
    expect((await doors.http().get('/api/v1/keys').set(bearer(token))).body).toMatchObject({
      keys: [{ revoked_at: null }],
    });
  });

  it('403: without the right keys:manage, which the answer names', async () => {
    await doors.database.rows(`DELETE FROM role_right WHERE right_code = 'keys:manage'`);
    const answer = await doors.newKey(await doors.loginToken());
    expect([answer.status, answer.body]).toMatchObject([
      403,
      { error: { code: 'right_missing', details: { right: 'keys:manage' } } },
    ]);
  });

  it('409: at most 100 active keys', async () => {
    const token = await doors.loginToken();
    await doors.key(token);
    await doors.database.rows(
      `INSERT INTO api_key (id, organisation_id, user_id, name, prefix, last_four, hash, scopes, created_at)
       SELECT gen_random_uuid(), organisation_id, user_id, name, prefix, last_four, sha256(n::text::bytea), scopes, created_at
         FROM api_key, generate_series(1, 99) AS n`,
    );
    expect((await doors.newKey(token)).status).toBe(409);
  });

  it('503: no journal, no key', async () => {
    const token = await doors.loginToken();
    doors.process.ports.journalWorks = false;
    expect((await doors.newKey(token)).status).toBe(503);
    expect(await doors.database.rows('SELECT id FROM api_key')).toEqual([]);
  });
});
