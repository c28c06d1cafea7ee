import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { buildCatalog } from '../../../catalog/index.js';
import { validateDto } from '../../../platform/index.js';
import { ToolError, type ToolContext } from '../../../toolkit/index.js';
import { FragmentsRepository } from '../data/fragments.repository.js';
import type { ConsumerRow, LineRow } from '../data/generator/city.types.js';
import { generateCity } from '../data/generator/index.js';
import { ScopesRepository } from '../data/scopes.repository.js';
import { SearchRepository } from '../data/search.repository.js';
import { StatisticsRepository } from '../data/statistics.repository.js';
import { Topologies } from '../data/topologies.js';
import { TopologyRepository } from '../data/topology.repository.js';
import { seedDemoCity } from '../seed-demo-city.js';
import { ListFragmentsInput, ListFragmentsOutput } from './list-fragments.dto.js';
import { ListFragmentsTool } from './list-fragments.tool.js';
import {
  NetworkStatisticsInput,
  NetworkStatisticsOutput,
  STATISTICS,
  type Statistic,
} from './network-statistics.dto.js';
import { NetworkStatisticsTool } from './network-statistics.tool.js';
import { SearchNetworkTool } from './search-network.tool.js';

const ORGANISATION = '01930000-0000-7000-8000-000000000001';
const STRANGER = '01930000-0000-7000-8000-000000000002';
const city = generateCity(2026);
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function context(organisationId = ORGANISATION, locale: 'ru' | 'en' = 'ru'): ToolContext {
  const { signal } = new AbortController();
  return {
    signal,
    locale,
    caller: { organisationId, userId: ORGANISATION },
    progress: () => undefined,
    meter: () => undefined,
  };
}

let test: TestDatabase;
let list: ListFragmentsTool;
let statistics: NetworkStatisticsTool;
const count = (query: Statistic, fragment_ids?: number[], ctx = context()): Promise<NetworkStatisticsOutput> =>
  statistics.run({ query, ...(fragment_ids ? { fragment_ids } : {}) }, ctx);

beforeAll(async () => {
  test = await createTestDatabase();
  await seedDemoCity(test.database, { seed: 2026, code: 'demo', name: 'Демо', organisationId: ORGANISATION });
  const scopes = new ScopesRepository(test.database);
  list = new ListFragmentsTool(scopes, new FragmentsRepository(test.database));
  const topologies = new Topologies(new TopologyRepository(test.database));
  statistics = new NetworkStatisticsTool(scopes, new StatisticsRepository(test.database), topologies);
}, 60_000);
afterAll(() => test.drop());

function lengthOf(
  lines: readonly LineRow[],
  pipe: 'supply' | 'return',
  test: (line: LineRow) => boolean = () => true,
): number {
  const decimetres = lines
    .filter((line) => line.inService && line.pipe === pipe && test(line))
    .map((line) => Math.round(line.lengthM * 10));
  return total(decimetres) / 10;
}
const load = (row: ConsumerRow): number => row.qHeat + row.qVent + row.qDhwAvg;
const consumersOf = (fragmentId: number): ConsumerRow[] =>
  city.consumers.filter(({ nodeId }) => city.nodes[nodeId - 1]?.fragmentId === fragmentId);

describe('list_fragments', () => {
  it('counts each fragment as the generator made it', async () => {
    const { fragments, ...rest } = await list.run({}, context());
    expect(rest).toMatchObject({ total: 3, truncated: false, data_version: 1 });
    expect(fragments.map(({ id, name, source_name }) => [id, name, source_name])).toEqual([
      [70, 'Зона ТЭЦ-1', 'ТЭЦ-1'],
      [71, 'Зона ТЭЦ-2', 'ТЭЦ-2'],
      [72, 'Зона ЗТК', 'ЗТК'],
    ]);
    for (const fragment of fragments) {
      const lines = city.lines.filter((line) => line.fragmentId === fragment.id);
      expect(fragment).toMatchObject({
        nodes: city.nodes.filter((node) => node.fragmentId === fragment.id).length,
        lines: lines.length,
        consumers: consumersOf(fragment.id).length,
        length_supply_m: lengthOf(lines, 'supply'),
        length_return_m: lengthOf(lines, 'return'),
        temp_graph: '150/70 со срезкой 130',
      });
      expect(fragment.q_design_gcal_h).toBeCloseTo(total(consumersOf(fragment.id).map(load)), 3);
    }
  });

  it('shows the newest finished calculation of the base, none for a fragment without one', async () => {
    const done = (id: number): string[] =>
      city.calculations
        .filter((each) => each.state === 'done' && each.scenarioId === null && each.fragmentIds.includes(id))
        .map((each) => each.finishedAt)
        .sort();
    const { fragments } = await list.run({}, context());
    expect(fragments.map(({ last_calculation }) => last_calculation?.finished_at)).toEqual(
      fragments.map(({ id }) => done(id).at(-1)),
    );
    await test.database.rows("UPDATE heat_calculation SET state = 'failed' WHERE 71 = ANY(fragment_ids)");
    const after = await list.run({}, context());
    expect(after.fragments.find(({ id }) => id === 71)).not.toHaveProperty('last_calculation');
  });

  it('does not show the calculation of another organisation', async () => {
    await test.database.rows(
      `INSERT INTO heat_calculation (city_id, organisation_id, name, mode, tn, fragment_ids, options, data_version, state, created_at, finished_at, warnings)
       VALUES (1, $1, 'x', 'plan', -33, '{70}', '{}', 1, 'done', now(), '2030-01-01', '[]')`,
      [STRANGER],
    );
    const { fragments } = await list.run({}, context());
    expect(fragments[0]?.last_calculation?.tn).not.toBe(-33);
  });

  it('is empty for an organisation without cities', async () => {
    expect(await list.run({}, context(STRANGER))).toMatchObject({ fragments: [], total: 0, data_version: 0 });
  });

  it('schema-no-arg-properties: any argument is refused by name', () => {
    expect(validateDto(ListFragmentsInput, {})).toMatchObject({ ok: true });
    expect(validateDto(ListFragmentsInput, { x: 1 })).toMatchObject({ ok: false, violations: [{ field: 'x' }] });
  });

  it('fits its schema and names its units in the language of the caller', async () => {
    const answer = await list.run({}, context(ORGANISATION, 'en'));
    expect(validateDto(ListFragmentsOutput, answer)).toMatchObject({ ok: true });
    expect(answer.units).toEqual({ length_supply_m: 'm', length_return_m: 'm', q_design_gcal_h: 'Gcal/h', tn: '°C' });
  });
});

describe('network_statistics', () => {
  it('length: answers with the fields of the seed, equal to a sum in plain code', async () => {
    const supply = lengthOf(city.lines, 'supply');
    const back = lengthOf(city.lines, 'return');
    expect(await count('length')).toEqual({
      query: 'length',
      title: 'Длина теплопроводов, м',
      fragment_ids: [70, 71, 72],
      length_supply_m: supply,
      length_return_m: back,
      length_total_m: Math.round((supply + back) * 10) / 10,
      data_version: 1,
      units: { length_supply_m: 'м', length_return_m: 'м', length_total_m: 'м' },
    });
    const one = await count('length', [72]);
    expect(one.length_supply_m).toBe(
      lengthOf(
        city.lines.filter((line) => line.fragmentId === 72),
        'supply',
      ),
    );
    expect(one.fragment_ids).toEqual([72]);
  });

  it('volume: counts inner diameters and says how much length has none', async () => {
    const m3 = (pipe: string): number =>
      total(
        city.lines
          .filter((l) => l.inService && l.pipe === pipe)
          .map((l) => (Math.PI * (l.dInM ?? 0) ** 2 * l.lengthM) / 4),
      );
    const answer = await count('volume');
    expect(answer.volume_supply_m3).toBeCloseTo(m3('supply'), 1);
    expect(answer.volume_return_m3).toBeCloseTo(m3('return'), 1);
    expect(answer.volume_total_m3).toBeCloseTo((answer.volume_supply_m3 ?? 0) + (answer.volume_return_m3 ?? 0), 6);
    expect(answer.leak_norm_m3_h).toBeCloseTo((answer.volume_total_m3 ?? 0) * 0.0025, 2);
    const unknown =
      lengthOf(city.lines, 'supply', (l) => l.dnMm === null) + lengthOf(city.lines, 'return', (l) => l.dnMm === null);
    expect(answer.length_unknown_dn_m).toBeCloseTo(unknown, 6);
  });

  it('length_by_diameter: each row equals plain code, unknown diameters last, shares make 100', async () => {
    const { rows = [], ...answer } = await count('length_by_diameter');
    const diameters = [...new Set(city.lines.map((line) => line.dnMm))].sort(
      (a, b) => (a ?? Infinity) - (b ?? Infinity),
    );
    expect(rows.map(({ dn_mm }) => dn_mm ?? null)).toEqual(diameters);
    for (const [index, row] of rows.entries()) {
      const own = (line: LineRow): boolean => line.dnMm === diameters[index];
      expect(row.length_supply_m).toBe(lengthOf(city.lines, 'supply', own));
      expect(row.length_return_m).toBe(lengthOf(city.lines, 'return', own));
    }
    expect(answer.length_total_m).toBe((await count('length')).length_total_m);
    expect(total(rows.map(({ share_percent = 0 }) => share_percent))).toBeCloseTo(100, 0);
  });

  it('length_by_diameter_laying: splits each diameter without losing a metre', async () => {
    const coarse = await count('length_by_diameter');
    const { rows = [] } = await count('length_by_diameter_laying');
    expect(new Set(rows.map(({ dn_mm, laying }) => `${String(dn_mm)} ${String(laying)}`)).size).toBe(rows.length);
    for (const row of coarse.rows ?? []) {
      const parts = rows.filter(({ dn_mm }) => dn_mm === row.dn_mm).map(({ length_total_m = 0 }) => length_total_m);
      expect(total(parts)).toBeCloseTo(row.length_total_m ?? 0, 6);
    }
  });

  it.each(['length_by_diameter', 'length_by_diameter_laying', 'heat_consumption'] as const)(
    '%s: totals equal the sums of the printed rows',
    async (query) => {
      const { rows = [], ...answer } = await count(query);
      const keys = [
        'length_supply_m',
        'length_return_m',
        'length_total_m',
        'q_heat',
        'q_vent',
        'q_dhw_avg',
        'q_total',
        'g_design_t_h',
        'consumers',
      ] as const;
      const present = keys.filter((key) => answer[key] !== undefined);
      expect(present.length).toBeGreaterThanOrEqual(3);
      for (const key of present) expect(total(rows.map((row) => row[key] ?? 0))).toBeCloseTo(answer[key] ?? -1, 6);
      expect([answer.total, answer.truncated]).toEqual([rows.length, false]);
    },
  );

  it('heat_consumption: counts loads and design flows of each fragment', async () => {
    const { rows = [] } = await count('heat_consumption');
    for (const row of rows) {
      const consumers = consumersOf(row.fragment_id ?? 0);
      expect(row.consumers).toBe(consumers.length);
      expect(row.q_heat).toBeCloseTo(total(consumers.map(({ qHeat }) => qHeat)), 3);
      expect(row.q_vent).toBeCloseTo(total(consumers.map(({ qVent }) => qVent)), 3);
      expect(row.q_dhw_avg).toBeCloseTo(total(consumers.map(({ qDhwAvg }) => qDhwAvg)), 3);
      expect(row.g_design_t_h).toBeCloseTo((1000 * total(consumers.map(load))) / 80, 1);
    }
  });

  it('hyd-island-with-demand: closed_consumers are those that a union of open pipes does not join to a source', async () => {
    const shut = new Set(city.valves.filter(({ state }) => state === 'closed').map(({ nodeId }) => nodeId));
    const joinedOn = (pipe: string, valves: ReadonlySet<number>): ((id: number) => boolean) => {
      const leader = city.nodes.map(({ id }) => id);
      const find = (id: number): number => {
        let root = id;
        while (leader[root - 1] !== root) root = leader[root - 1] ?? root;
        leader[id - 1] = root;
        return root;
      };
      // A shut valve parts its pipes: it is left out of the union altogether.
      const open = city.lines.filter(
        (l) => l.pipe === pipe && l.inService && !valves.has(l.fromNodeId) && !valves.has(l.toNodeId),
      );
      for (const line of open) leader[find(line.fromNodeId) - 1] = find(line.toNodeId);
      const roots = new Set(city.sources.map(({ nodeId }) => find(nodeId)));
      return (id) => roots.has(find(id));
    };
    const [supply, back] = [joinedOn('supply', shut), joinedOn('return', shut)];
    const [supplyEver, backEver] = [joinedOn('supply', new Set()), joinedOn('return', new Set())];
    const expected = city.consumers.flatMap(({ nodeId, closed }) => {
      if (closed) return [{ node_id: nodeId, reason: 'flag' }];
      if (supply(nodeId) && back(nodeId)) return [];
      return [{ node_id: nodeId, reason: supplyEver(nodeId) && backEver(nodeId) ? 'valve' : 'unfed' }];
    });
    const { items = [], count: closed, q_total } = await count('closed_consumers');
    expect(items.map(({ node_id, reason }) => ({ node_id, reason }))).toEqual(
      expected.sort((a, b) => a.node_id - b.node_id),
    );
    expect(new Set(items.map(({ reason }) => reason))).toEqual(new Set(['flag', 'valve', 'unfed']));
    expect(closed).toBe(expected.length);
    expect(q_total).toBeCloseTo(total(items.map((item) => item.q_total)), 6);
    const reasonOf = new Map(items.map(({ node_id, reason }) => [node_id, reason]));
    for (const id of city.planted.stubConsumers) expect(reasonOf.get(id)).toBe('unfed');
  });

  it('sees a valve closed by new data, not by an old graph', async () => {
    const before = await count('closed_consumers');
    const open = city.valves.find(({ state, dn }) => state === 'open' && dn >= 300)!;
    await test.database.rows("UPDATE heat_valve SET state = 'closed' WHERE node_id = $1", [open.nodeId]);
    expect((await count('closed_consumers')).count).toBe(before.count);
    await test.database.rows('UPDATE heat_city SET data_version = data_version + 1');
    const after = await count('closed_consumers');
    expect(after.count).toBeGreaterThan(before.count ?? 0);
    expect([after.data_version, after.items!.length, after.truncated]).toEqual([
      2,
      Math.min(200, after.count!),
      after.count! > 200,
    ]);
    await test.database.rows("UPDATE heat_valve SET state = 'open' WHERE node_id = $1", [open.nodeId]);
    await test.database.rows('UPDATE heat_city SET data_version = 1');
  });

  it('hyd-dangling-end: names every unknown fragment, and the same for those of others', async () => {
    const texts = async (ids: number[], ctx: ToolContext): Promise<unknown> =>
      count('length', ids, ctx).catch((error: unknown) => (error instanceof ToolError ? error.text : error));
    expect(await texts([70, 74, 75], context())).toEqual({
      ru: 'Не найдено: fragment_id=74, 75',
      en: 'Not found: fragment_id=74, 75',
    });
    expect(await texts([70], context(STRANGER))).toEqual({
      ru: 'Не найдено: fragment_id=70',
      en: 'Not found: fragment_id=70',
    });
  });

  it.each([
    [{}, 'query'],
    [{ query: 'area' }, 'query'],
    [{ query: 'length', fragment_ids: [] }, 'fragment_ids'],
    [{ query: 'length', fragment_ids: [70, 70] }, 'fragment_ids'],
    [{ query: 'length', fragment_ids: ['70'] }, 'fragment_ids.0'],
    [{ query: 'length', fragment_ids: [0] }, 'fragment_ids.0'],
    [{ query: 'length', fragment_ids: Array.from({ length: 101 }, (_, index) => index + 1) }, 'fragment_ids'],
  ])('res-invalid-arguments: refuses %j, naming the field', (input, field) => {
    expect(validateDto(NetworkStatisticsInput, input)).toMatchObject({ ok: false, violations: [{ field }] });
  });

  it.each(STATISTICS)(
    'hyd-impossible-temperature: %s fits its schema, names units, version and title in both languages',
    async (query) => {
      const [ru, en] = [await count(query), await count(query, undefined, context(ORGANISATION, 'en'))];
      expect(validateDto(NetworkStatisticsOutput, ru)).toMatchObject({ ok: true });
      expect(ru.title).toMatch(/[а-я]/);
      expect(en.title).toMatch(/^[A-Za-z ,/³]+$/);
      expect(Object.values(ru.units).length).toBeGreaterThan(0);
      expect(Object.values(en.units).join('')).toMatch(/^[A-Za-z³/%]+$/);
      expect(JSON.stringify(ru)).not.toContain('null');
    },
  );
});

describe('the tools of the suite', () => {
  it('are accepted by the catalog without a mistake, at their prices', () => {
    const search = new SearchNetworkTool(new ScopesRepository(test.database), new SearchRepository(test.database));
    const tools = buildCatalog([list, search, statistics].map((instance) => ({ instance, requestScoped: false })));
    expect(tools.map(({ name, definition }) => [name, definition.price, definition.right])).toEqual([
      ['list_fragments', 0n, 'heat:read'],
      ['network_statistics', 2_000_000n, 'heat:read'],
      ['search_network', 1_000_000n, 'heat:read'],
    ]);
  });
});
