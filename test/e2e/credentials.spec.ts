import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { McpCaller } from '../support/mcp-caller.js';
import { post, startTestServer, type TestServer } from '../support/server.js';

describe('credentials at the doors', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const rest = (path: string, token: string, method = 'GET', body?: object) =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const mcp = async (token: string): Promise<number> => (await new McpCaller(server.url, token).rpc('ping')).status;

  it('POST /api/v1/mcp/token gives what seed 003 promises', async () => {
    const answer = (await post(`${server.url}/api/v1/mcp/token`, {}, await server.login('engineer'))) as Record<
      string,
      unknown
    >;
    expect(answer).toMatchObject({ days: 30, path: '/mcp' });
    const left = new Date(String(answer.expires_at)).getTime() - Date.now();
    expect(Math.abs(left - 30 * 86_400_000)).toBeLessThan(60_000);
  });

  it('GET /api/v1/mcp/info lists the tools with their permissions', async () => {
    const info = (await (await rest('/api/v1/mcp/info', await server.login('engineer'))).json()) as {
      tools: { name: string; permission: string }[];
    };
    expect(info).toMatchObject({ enabled: true, days: 30 });
    expect(info.tools.map((tool) => tool.name)).toEqual(
      expect.arrayContaining(['list_fragments', 'search_network', 'network_statistics']),
    );
    expect(info.tools[0]?.permission).toBeTruthy();
  });

  it('a login token works on /mcp; an MCP token works nowhere else', async () => {
    const login = await server.login('engineer');
    expect(await mcp(login)).toBe(200);
    expect(await mcp(server.token)).toBe(200);
    for (const [path, method] of [
      ['/api/v1/mcp/token', 'POST'],
      ['/api/v1/mcp/info', 'GET'],
      ['/api/v1/keys', 'GET'],
      ['/api/v1/keys', 'POST'],
      ['/api/v1/me/usage', 'GET'],
      ['/api/v1/admin/audit', 'GET'],
      ['/api/v1/admin/credits', 'GET'],
    ] as const) {
      const answer = await rest(path, server.token, method, method === 'POST' ? { name: 'x' } : undefined);
      expect([path, method, answer.status]).toEqual([path, method, 401]);
    }
  });

  it('tok-key-mints-keys: a key calls tools and manages nothing; it is shown once', async () => {
    const login = await server.login('engineer');
    const made = (await post(`${server.url}/api/v1/keys`, { name: 'script' }, login)) as { id: string; key: string };
    expect(made.key).toMatch(/^tpk_live_[0-9A-Za-z]{22,}/);
    expect(await mcp(made.key)).toBe(200);
    expect((await rest('/api/v1/keys', made.key, 'POST', { name: 'more' })).status).toBe(401);
    expect((await rest(`/api/v1/keys/${made.id}`, made.key, 'DELETE')).status).toBe(401);
    const list = await (await rest('/api/v1/keys', login)).text();
    expect(list).toContain(made.id);
    expect(list).not.toContain(made.key);
    expect((await rest(`/api/v1/keys/${made.id}`, login, 'DELETE')).status).toBe(204);
    expect(await mcp(made.key)).toBe(401);
  });

  it('a read-only key sees and calls only tools that read', async () => {
    const login = await server.login('engineer');
    const { key } = (await post(`${server.url}/api/v1/keys`, { name: 'reader', read_only: true }, login)) as {
      key: string;
    };
    const caller = new McpCaller(server.url, key);
    const list = (await caller.rpc('tools/list')).body?.result?.tools as { name: string }[];
    expect(list.map((tool) => tool.name)).toContain('probe_paid');
    expect(list.map((tool) => tool.name)).not.toContain('probe_write');
    expect((await caller.tool('probe_write')).isError).toBe(true);
    expect((await caller.tool('probe_paid')).isError).toBe(false);
  });

  it("a password change ends every MCP token and login of that user at once, and nobody else's", async () => {
    const login = await server.login('dispatcher');
    const tokens = await Promise.all(
      [1, 2].map(async () => ((await post(`${server.url}/api/v1/mcp/token`, {}, login)) as { token: string }).token),
    );
    expect(await Promise.all(tokens.map(mcp))).toEqual([200, 200]);
    const changed = await rest('/api/v1/auth/password', login, 'POST', {
      current: 'demo-dispatcher-2026',
      next: 'another long password',
    });
    expect(changed.ok).toBe(true);
    expect(await Promise.all([...tokens, login].map(mcp))).toEqual([401, 401, 401]);
    expect(await mcp(server.token)).toBe(200);
    expect(await mcp(await server.login('dispatcher', 'another long password'))).toBe(200);
  });

  it('a blocked user is out', async () => {
    const caller = await server.caller('admin');
    expect((await caller.rpc('ping')).status).toBe(200);
    await server.database.rows("UPDATE app_user SET blocked_at = now() WHERE email = 'admin@demo.local'");
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await caller.rpc('ping')).status).toBe(401);
    await expect(server.login('admin')).rejects.toThrow('401');
  });
});
