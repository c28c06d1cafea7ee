import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startTestServer, type TestServer } from '../support/server.js';

const INFO = { name: 'official-client-test', version: '1.0.0' };

describe('the official clients, unchanged', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const address = () => new URL(`${server.url}/mcp`);
  const options = () => ({ requestInit: { headers: { Authorization: `Bearer ${server.token}` } } });

  describe.each([
    ['@modelcontextprotocol/client, auto', 'auto', '2026-07-28'],
    ['@modelcontextprotocol/client, legacy', 'legacy', '2025-11-25'],
  ] as const)('%s', (_name, mode, version) => {
    it('connects, lists every tool with valid schemas, calls, reads errors', async () => {
      const client = new ModernClient(INFO, { versionNegotiation: { mode } });
      await client.connect(new ModernTransport(address(), options()));
      try {
        expect(client.getNegotiatedProtocolVersion()).toBe(version);
        const { tools } = await client.listTools();
        expect(tools.map((tool) => tool.name)).toEqual(
          expect.arrayContaining(['probe_paid', 'list_fragments', 'network_statistics', 'search_network']),
        );
        // The client checks structuredContent against the listed outputSchema by itself.
        const result = await client.callTool({ name: 'probe_paid', arguments: { text: 'hi' } });
        expect(result).toMatchObject({ structuredContent: { text: 'hi' }, isError: false });
        const masked = await client.callTool({ name: 'probe_person', arguments: {} });
        expect(masked.structuredContent).toMatchObject({ dn: 200 });
        expect(await client.callTool({ name: 'probe_fail', arguments: {} })).toMatchObject({ isError: true });
        await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
      } finally {
        await client.close();
      }
    });
  });

  it('@modelcontextprotocol/sdk 1.32: connects, pings, lists, calls, reads errors', async () => {
    const client = new LegacyClient(INFO);
    await client.connect(new LegacyTransport(address(), options()));
    try {
      expect(client.getServerVersion()).toMatchObject({ name: 'turnpike' });
      expect(client.getInstructions()).toBeTruthy();
      await client.ping();
      const { tools } = await client.listTools();
      expect(tools.length).toBeGreaterThan(10);
      const result = await client.callTool({ name: 'probe_paid', arguments: { text: 'hi' } });
      expect(result).toMatchObject({ structuredContent: { text: 'hi' }, isError: false });
      expect(await client.callTool({ name: 'probe_fail', arguments: {} })).toMatchObject({ isError: true });
      await expect(client.callTool({ name: 'nope', arguments: {} })).rejects.toMatchObject({ code: -32602 });
    } finally {
      await client.close();
    }
  });

  it('refuses a client without a token and tells it where to look', async () => {
    const client = new LegacyClient(INFO);
    await expect(client.connect(new LegacyTransport(address()) as never)).rejects.toThrow();
    const answer = await fetch(address(), {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(answer.status).toBe(401);
    const challenge = answer.headers.get('www-authenticate') ?? '';
    const metadata = /resource_metadata="([^"]+)"/.exec(challenge)?.[1] ?? '';
    expect(new URL(metadata).pathname).toBe('/.well-known/oauth-protected-resource/mcp');
    const document = (await (await fetch(`${server.url}${new URL(metadata).pathname}`)).json()) as { resource: string };
    expect(new URL(document.resource).pathname).toBe('/mcp');
  });
});
