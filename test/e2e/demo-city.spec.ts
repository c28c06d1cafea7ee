import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { seedDemoCity } from '../../src/suites/heat-network/index.js';
import type { McpCaller } from '../support/mcp-caller.js';
import { startTestServer, type TestServer } from '../support/server.js';

interface Consumer {
  readonly address: string;
  readonly contact_name: string;
  readonly contact_phone: string;
  readonly account_no: string;
}

describe('the demo city behind POST /mcp', () => {
  let server: TestServer;
  let engineer: McpCaller;
  let dispatcher: McpCaller;
  beforeAll(async () => {
    server = await startTestServer();
    const city = { seed: 2026, code: 'demo', name: 'Демо-город', organisationId: server.organisationId };
    await seedDemoCity(server.database, city);
    [engineer, dispatcher] = await Promise.all([server.caller('engineer'), server.caller('dispatcher')]);
  }, 120_000);
  afterAll(() => server.stop());

  const consumers = async (caller: McpCaller): Promise<Consumer[]> => {
    const result = await caller.tool('search_network', { kind: 'consumer', text: 'Абая' });
    return result.structuredContent?.items as Consumer[];
  };

  it('gives contacts of consumers masked, in clear only to who may see personal data', async () => {
    const [masked, clear] = [await consumers(engineer), await consumers(dispatcher)];
    expect(masked.length).toBeGreaterThan(10);
    masked.forEach((one, i) => {
      const known = clear[i];
      expect(one.address).toBe(known?.address);
      expect(known?.contact_phone).toMatch(/^\+7 ?\(?727\)?/);
      // No group of digits of the phone is left but its last two.
      expect(one.contact_phone.replace(/\D/g, '')).toBe(`7${(known?.contact_phone ?? '').slice(-2)}`);
      expect(one.contact_name).not.toBe(known?.contact_name);
      expect(one.account_no).not.toBe(known?.account_no);
    });
  });

  it('answers network_statistics as seed 003 prints it, in both languages', async () => {
    const { structuredContent: ru } = await engineer.tool('network_statistics', { query: 'length' });
    expect(ru).toMatchObject({ query: 'length', title: 'Длина теплопроводов, м', fragment_ids: [70, 71, 72] });
    const [supply, back, total] = [ru?.length_supply_m, ru?.length_return_m, ru?.length_total_m] as number[];
    expect(total).toBeCloseTo((supply ?? 0) + (back ?? 0), 1);
    expect(total).toBeGreaterThan(395_000);
    const { structuredContent: en } = await engineer.tool(
      'network_statistics',
      { query: 'length' },
      { 'Accept-Language': 'en' },
    );
    expect(en?.title).not.toMatch(/[а-я]/i);
  });

  it('refuses what the network does not hold, and charges nothing for it', async () => {
    const unknown = await engineer.tool('network_statistics', { query: 'length', fragment_ids: [999] });
    expect([unknown.isError, unknown.content[0]?.text]).toEqual([
      true,
      expect.stringContaining('Не найдено: fragment_id=999'),
    ]);
    expect(unknown._meta?.['io.turnpike/receipt']?.charged).toBe('0');
    const empty = await engineer.tool('search_network', { kind: 'node', text: '' });
    expect(empty.content[0]?.text).toContain('text обязателен');
    const kind = await engineer.tool('search_network', { kind: 'street', text: 'Абая' });
    for (const word of ['kind', 'street', 'consumer']) expect(kind.content[0]?.text).toContain(word);
  });

  it('shows a fragment of another organisation to nobody', async () => {
    await server.database.rows('DELETE FROM heat_city_access');
    expect((await engineer.tool('list_fragments')).structuredContent).toMatchObject({ fragments: [], total: 0 });
    expect((await engineer.tool('network_statistics', { query: 'length', fragment_ids: [70] })).isError).toBe(true);
    await server.database.rows('INSERT INTO heat_city_access (city_id, organisation_id) SELECT id, $1 FROM heat_city', [
      server.organisationId,
    ]);
  });

  it('fixtures/mcp-curl.sh logs in, issues a token, lists and calls tools, shows balance and audit before and after', async () => {
    const { stdout } = await promisify(execFile)('bash', ['fixtures/mcp-curl.sh', server.url]);
    const balances = [...stdout.matchAll(/^balance: (.*)$/gm)].map(
      (match) => JSON.parse(match[1] ?? '{}') as { posted: string },
    );
    expect(balances).toHaveLength(2);
    // network_statistics costs 2 credits, search_network 1, list_fragments nothing.
    expect(Number(balances[0]?.posted) - Number(balances[1]?.posted)).toBe(3);
    for (const tool of ['list_fragments', 'search_network', 'network_statistics'])
      expect(stdout).toContain(`terminal ${tool} success`);
  });
});
