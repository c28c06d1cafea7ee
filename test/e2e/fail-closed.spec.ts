import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { McpCaller } from '../support/mcp-caller.js';
import { runs } from '../support/probe-suite.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('when the audit table cannot be written', () => {
  let server: TestServer;
  let caller: McpCaller;
  beforeAll(async () => {
    server = await startTestServer();
    caller = await server.caller('engineer');
    await server.database.rows(`CREATE FUNCTION unwritable() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'disk full' USING ERRCODE = 'disk_full'; END $$`);
  });
  afterAll(() => server.stop());

  const breakAudit = (when = 'true') =>
    server.database.rows(
      `CREATE TRIGGER unwritable BEFORE INSERT ON audit_record FOR EACH ROW WHEN (${when}) EXECUTE FUNCTION unwritable()`,
    );
  const mendAudit = () => server.database.rows('DROP TRIGGER unwritable ON audit_record');
  const account = async () =>
    (await server.database.rows("SELECT posted, held FROM account WHERE kind = 'customer'"))[0];
  const error = (result: Awaited<ReturnType<McpCaller['tool']>>) => result._meta?.['io.turnpike/error'];

  it('no tool runs, the client is told so, nothing is held or charged; afterwards all is well', async () => {
    const before = await account();
    runs.clear();
    await breakAudit();
    for (const tool of ['probe_paid', 'probe_free']) {
      const result = await caller.tool(tool);
      expect(result.isError).toBe(true);
      expect(error(result)).toMatchObject({ code: 'audit_unavailable' });
      expect(result.content[0]?.text).toContain('журнал');
    }
    expect(runs.size).toBe(0);
    expect(await account()).toEqual(before);
    await mendAudit();
    expect((await caller.tool('probe_paid')).isError).toBe(false);
  });

  it('a refusal that cannot be recorded is answered as such', async () => {
    await breakAudit();
    expect(error(await caller.tool('probe_calculate'))).toMatchObject({ code: 'audit_unavailable' });
    await mendAudit();
  });

  it('withholds the result when only the terminal record fails, and gives the credits back', async () => {
    const before = await account();
    await breakAudit("NEW.stage = 'terminal'");
    const result = await caller.tool('probe_paid');
    expect(error(result)).toMatchObject({ code: 'audit_unavailable' });
    expect(result).not.toHaveProperty('structuredContent');
    await mendAudit();
    // Until the sweeper ends the call its hold stays; nothing is captured.
    await server.database.rows("SELECT calls_sweep(100, now() + interval '1 hour')");
    expect(await account()).toEqual(before);
    expect(await server.database.rows('SELECT * FROM billing_reconcile()')).toEqual([]);
  });

  it('issues no token and no login', async () => {
    const login = await server.login('engineer');
    await breakAudit();
    const answer = await fetch(`${server.url}/api/v1/mcp/token`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${login}` },
    });
    expect(answer.status).toBe(503);
    await expect(server.login('engineer')).rejects.toThrow('503');
    await mendAudit();
  });
});
