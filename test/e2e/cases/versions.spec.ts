import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { STATELESS_META, type McpCaller } from '../../support/mcp-caller.js';
import { runs } from '../../support/probe-suite.js';
import { startTestServer, type TestServer } from '../../support/server.js';

const ALL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

describe('versions-headers at POST /mcp', () => {
  let server: TestServer;
  let caller: McpCaller;
  beforeAll(async () => {
    server = await startTestServer();
    caller = await server.caller('engineer');
  });
  beforeEach(() => runs.clear());
  afterAll(() => server.stop());

  const initialize = (protocolVersion: string, headers: Record<string, string> = {}) =>
    caller.send(
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'initialize',
        params: { protocolVersion, capabilities: {}, clientInfo: { name: 't', version: '1' } },
      }),
      headers,
    );
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

  it('ver-init-header-newer: a newer version in header and body negotiates the newest handshake version', async () => {
    const { status, body } = await initialize('2099-01-01', { 'MCP-Protocol-Version': '2099-01-01' });
    expect([status, body?.result?.protocolVersion]).toEqual([200, '2025-11-25']);
  });

  it.each(ALL_VERSIONS.slice(1))('initialize with %s is answered with it', async (version) => {
    expect((await initialize(version)).body?.result).toMatchObject({
      protocolVersion: version,
      capabilities: { tools: { listChanged: false } },
      serverInfo: { name: 'turnpike' },
    });
  });

  it('initialize never negotiates 2026-07-28', async () => {
    expect((await initialize('2026-07-28')).body?.result?.protocolVersion).toBe('2025-11-25');
  });

  it.each(['banana', '1999-01-01'])(
    'ver-later-header-unknown: %s after the handshake is 400 and names the versions',
    async (version) => {
      const answer = await caller.send(JSON.stringify(list), { 'MCP-Protocol-Version': version });
      expect(answer.status).toBe(400);
      for (const known of ALL_VERSIONS) expect(answer.text).toContain(known);
      expect(answer.text).not.toContain('inputSchema');
    },
  );

  it('ver-later-header-unknown: without the header the request is served', async () => {
    expect((await caller.send(JSON.stringify(list))).status).toBe(200);
  });

  it('ver-2026-name-differs: headers and body must name the same method and tool', async () => {
    const before = await server.database.rows('SELECT count(*) FROM audit_record');
    const params = { name: 'probe_paid', arguments: {} };
    for (const headers of [
      { 'Mcp-Name': 'probe_free' },
      { 'Mcp-Method': 'tools/list' },
      { 'Mcp-Name': 'PROBE_PAID' },
    ]) {
      const answer = await caller.stateless('tools/call', params, headers);
      expect([answer.status, answer.body?.error?.code, typeof answer.body?.id]).toEqual([400, -32020, 'number']);
    }
    expect(runs.size).toBe(0);
    expect(await server.database.rows('SELECT count(*) FROM audit_record')).toEqual(before);
  });

  it('ver-2026-meta-missing: clientCapabilities is required, clientInfo is not', async () => {
    const { 'io.modelcontextprotocol/clientCapabilities': capabilities, ...without } = STATELESS_META;
    const send = (meta: object) =>
      caller.send(JSON.stringify({ ...list, params: { _meta: meta } }), {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': 'tools/list',
      });
    const missing = await send(without);
    expect([missing.status, missing.body?.error?.code, missing.body?.id]).toEqual([400, -32602, 2]);
    const anonymous = await send({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    });
    expect([anonymous.status, anonymous.body?.result?.resultType]).toEqual([200, 'complete']);
  });

  it('ver-2026-unsupported-version: the error lists the versions for machines', async () => {
    const meta = { ...STATELESS_META, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' };
    const { status, body } = await caller.stateless(
      'tools/list',
      { _meta: meta },
      { 'MCP-Protocol-Version': '2030-01-01' },
    );
    expect([status, body?.error?.code]).toEqual([400, -32022]);
    expect(body?.error?.data).toEqual({ requested: '2030-01-01', supported: ALL_VERSIONS });
  });

  it('ver-discover-and-unknown-method: discover answers, unknown methods differ by era', async () => {
    expect((await caller.stateless('server/discover')).body?.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ALL_VERSIONS,
      capabilities: { tools: {} },
    });
    const modern = await caller.stateless('nope/none');
    expect([modern.status, modern.body?.error?.code]).toEqual([404, -32601]);
    const handshake = await caller.rpc('nope');
    expect([handshake.status, handshake.body?.error]).toEqual([
      200,
      { code: -32601, message: 'Метод не поддерживается: nope' },
    ]);
  });

  it('ver-2026-result-fields: the list depends on the caller and says so', async () => {
    const names = async (role: 'admin' | 'engineer') => {
      const { body } = await (await server.caller(role)).stateless('tools/list');
      expect(body?.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
      expect(Number.isInteger(body?.result?.ttlMs) && Number(body?.result?.ttlMs) >= 0).toBe(true);
      return (body?.result?.tools as { name: string }[]).map((tool) => tool.name);
    };
    const [admin, engineer] = await Promise.all([names('admin'), names('engineer')]);
    expect(admin).toContain('probe_calculate');
    expect(engineer).not.toContain('probe_calculate');
  });

  it('a request without a version header still gets structuredContent, as seed 003 prints it', async () => {
    const { body } = await caller.send(
      JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'probe_free', arguments: {} } }),
    );
    expect(body?.result).toMatchObject({ structuredContent: { text: 'hello' }, isError: false });
  });

  it('server/discover needs no token; nothing else does without', async () => {
    const anonymous = (method: string) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: STATELESS_META } }),
      });
    expect((await anonymous('server/discover')).status).toBe(200);
    expect((await anonymous('tools/list')).status).toBe(401);
  });

  it('pages of the list are followed by an opaque cursor, a wrong one is -32602', async () => {
    expect((await caller.rpc('tools/list', { cursor: 'nonsense' })).body?.error?.code).toBe(-32602);
    const { body } = await caller.rpc('tools/list');
    expect(body?.result).not.toHaveProperty('nextCursor');
  });
});
