import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database.js';
import { validateDto } from '../../../platform/index.js';
import { piiFieldsOf, ToolError, type ToolContext } from '../../../toolkit/index.js';
import { generateCity } from '../data/generator/index.js';
import { ScopesRepository } from '../data/scopes.repository.js';
import { normaliseSearch } from '../data/search-text.js';
import { SearchRepository } from '../data/search.repository.js';
import { seedDemoCity } from '../seed-demo-city.js';
import { SearchItemOutput, SearchNetworkInput, SearchNetworkOutput } from './search-network.dto.js';
import { SearchNetworkTool } from './search-network.tool.js';

const ORGANISATION = '01930000-0000-7000-8000-000000000001';
const STRANGER = '01930000-0000-7000-8000-000000000002';
const PLACES = ['улица', 'проспект', 'микрорайон'];
const city = generateCity(2026);

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

/** The trigrams of a text, as the manual of pg_trgm defines them: two spaces before each word, one after. */
function trigrams(text: string): Set<string> {
  const words = text.split(' ').map((word) => `  ${word} `);
  return new Set(
    words.flatMap((word) => Array.from({ length: word.length - 2 }, (_, start) => word.slice(start, start + 3))),
  );
}

/** The score by the definition, without SQL: 0 means no match. */
function scoreOf(name: string, text: string, id = 0): number {
  const [wanted, own] = [normaliseSearch(text), normaliseSearch(name)];
  const forms = [wanted, ...PLACES.map((place) => `${place} ${wanted}`)];
  if (forms.includes(own) || Number(text) === id) return 1;
  if (forms.some((form) => own.startsWith(form)))
    return Math.round((0.8 + (0.19 * wanted.length) / own.length) * 1000) / 1000;
  const [a, b] = [trigrams(own), trigrams(wanted)];
  const common = [...a].filter((each) => b.has(each)).length;
  const alike = common / (a.size + b.size - common);
  return alike >= 0.3 ? Math.round(alike * 800) / 1000 : 0;
}

function ranked(scores: readonly (readonly [id: number, score: number])[]): { id: number; score: number }[] {
  return scores
    .filter(([, score]) => score > 0)
    .sort(([a, x], [b, y]) => y - x || a - b)
    .map(([id, score]) => ({ id, score }));
}

describe('search_network', () => {
  let test: TestDatabase;
  let tool: SearchNetworkTool;
  const search = (input: SearchNetworkInput, ctx = context()): Promise<SearchNetworkOutput> => tool.run(input, ctx);
  const textOf = async (input: SearchNetworkInput, ctx = context()): Promise<string> => {
    const error: unknown = await search(input, ctx).catch((reason: unknown) => reason);
    return error instanceof ToolError ? error.text[ctx.locale] : `no ToolError: ${String(error)}`;
  };

  beforeAll(async () => {
    test = await createTestDatabase();
    await seedDemoCity(test.database, { seed: 2026, code: 'demo', name: 'Демо', organisationId: ORGANISATION });
    tool = new SearchNetworkTool(new ScopesRepository(test.database), new SearchRepository(test.database));
  }, 60_000);
  afterAll(() => test.drop());

  it.each(['улица Речная, 5', 'Абая 12', 'сатпаева', 'Розыбакеева 12', 'речная улица 5', '9000', 'самал'])(
    'ranks consumers for «%s» as the definition does',
    async (text) => {
      const expected = ranked(city.consumers.map(({ nodeId, address }) => [nodeId, scoreOf(address, text, nodeId)]));
      const { items, total, truncated } = await search({ kind: 'consumer', text });
      expect(total).toBe(expected.length);
      expect(truncated).toBe(expected.length > 200);
      expect(items.map(({ id, score }) => ({ id, score }))).toEqual(expected.slice(0, 200));
    },
  );

  it.each(['ТК-1-0012', 'тк', 'НС-1', '77'])('ranks nodes for «%s» as the definition does', async (text) => {
    const expected = ranked(city.nodes.map(({ id, name }) => [id, scoreOf(name, text, id)]));
    const { items, total } = await search({ kind: 'node', text });
    expect(total).toBe(expected.length);
    expect(items.map(({ id, score }) => ({ id, score }))).toEqual(expected.slice(0, 200));
  });

  it('ranks lines by their better end, or by their own id', async () => {
    for (const text of ['ТК-2-0100', '120']) {
      const nameOf = new Map(city.nodes.map(({ id, name }) => [id, scoreOf(name, text)]));
      const expected = ranked(
        city.lines.map(({ id, fromNodeId, toNodeId }) => [
          id,
          Number(text) === id ? 1 : Math.max(nameOf.get(fromNodeId) ?? 0, nameOf.get(toNodeId) ?? 0),
        ]),
      );
      const { items, total } = await search({ kind: 'line', text });
      expect(total).toBe(expected.length);
      expect(items.map(({ id, score }) => ({ id, score }))).toEqual(expected.slice(0, 200));
    }
  });

  it('finds a line by its two ends in either order, both pipes of it', async () => {
    const line = city.lines.find(({ id }) => id === 501)!;
    const [from, to] = [line.fromNodeId, line.toNodeId].map((id) => city.nodes[id - 1]!.name) as [string, string];
    const ahead = await search({ kind: 'line', text: from, text2: to });
    const back = await search({ kind: 'line', text: to, text2: from });
    expect(ahead.items.slice(0, 2).map(({ id, match, score }) => ({ id, match, score }))).toEqual([
      { id: 501, match: 'exact', score: 1 },
      { id: 502, match: 'exact', score: 1 },
    ]);
    expect(ahead.items[0]).toMatchObject({
      name: `${from} — ${to}`,
      type: 'supply',
      dn: line.dnMm,
      length_m: line.lengthM,
      from_name: from,
      to_name: to,
    });
    expect(back.items.map(({ id }) => id)).toEqual(ahead.items.map(({ id }) => id));
  });

  it('ranks lines by both ends: the mean of the better order, the match of its weaker end', async () => {
    const [text, text2] = ['ТК-1-0012', 'ТК-1'];
    const thousandths = (name: string, wanted: string): number => Math.round(scoreOf(name, wanted) * 1000);
    const scores = city.nodes.map(({ name }) => [thousandths(name, text), thousandths(name, text2)] as const);
    const expected = city.lines.flatMap(({ id, fromNodeId, toNodeId }) => {
      const [[a1, a2], [b1, b2]] = [scores[fromNodeId - 1]!, scores[toNodeId - 1]!];
      const [ahead, back] = [a1 && b2 ? a1 + b2 : 0, b1 && a2 ? b1 + a2 : 0];
      if (ahead + back === 0) return [];
      const weaker = back > ahead ? Math.min(b1, a2) : Math.min(a1, b2);
      const match = weaker === 1000 ? 'exact' : weaker > 800 ? 'prefix' : 'fuzzy';
      return [{ id, match, score: Math.floor((Math.max(ahead, back) + 1) / 2) / 1000 }];
    });
    expected.sort((a, b) => b.score - a.score || a.id - b.id);
    const { items, total } = await search({ kind: 'line', text, text2 });
    expect(total).toBe(expected.length);
    expect(items.map(({ id, match, score }) => ({ id, match, score }))).toEqual(expected.slice(0, 200));
    expect(new Set(items.map(({ match }) => match)).size).toBeGreaterThan(1);
  });

  it('puts exact before prefix before fuzzy, then the smaller id', async () => {
    const { items } = await search({ kind: 'consumer', text: 'ул. Речная, д. 5' });
    const order = ['exact', 'prefix', 'fuzzy'];
    const places = items.map(({ match }) => order.indexOf(match));
    expect(places).toEqual([...places].sort());
    expect(new Set(places).size).toBe(3);
    expect(items[0]).toMatchObject({ address: 'улица Речная, 5', match: 'exact', score: 1, type: 'consumer' });
    for (const [index, item] of items.slice(1).entries()) {
      const before = items[index]!;
      expect(before.score > item.score || (before.score === item.score && before.id < item.id)).toBe(true);
    }
  });

  it('understands the house number in text2 and shortened words', async () => {
    const { items } = await search({ kind: 'consumer', text: 'пр-т Абая', text2: '12' });
    expect(items[0]).toMatchObject({ address: 'проспект Абая, 12', match: 'exact' });
  });

  it('cuts at 200 and tells how many there are', async () => {
    const { items, total, truncated } = await search({ kind: 'node', text: 'тк' });
    expect([items.length, truncated, total > 200]).toEqual([200, true, true]);
    const sources = await search({ kind: 'source', text: 'ТЭЦ' });
    expect([sources.total, sources.truncated, sources.items.map(({ name }) => name).sort()]).toEqual([
      2,
      false,
      ['ТЭЦ-1', 'ТЭЦ-2'],
    ]);
  });

  it('answers an honest nothing for a name that nobody has', async () => {
    expect(await search({ kind: 'node', text: 'щщщщ' })).toMatchObject({ total: 0, truncated: false, items: [] });
  });

  it('gives contacts with consumers only, tagged so that the pipeline masks them', async () => {
    expect([...piiFieldsOf(SearchItemOutput)]).toEqual([
      ['contact_name', 'person'],
      ['contact_phone', 'phone'],
      ['account_no', 'account'],
    ]);
    const consumer = city.consumers[0]!;
    const { items } = await search({ kind: 'consumer', text: consumer.address });
    const { contactName, contactPhone, accountNo } = consumer;
    expect(items[0]).toMatchObject({ contact_name: contactName, contact_phone: contactPhone, account_no: accountNo });
    const node = await search({ kind: 'node', text: consumer.address });
    expect(JSON.stringify(node)).not.toMatch(/\+7 727|contact_|account_/);
  });

  it('does not find people by their contacts', async () => {
    const { contactPhone, accountNo } = city.consumers[0]!;
    for (const text of [contactPhone, accountNo]) expect((await search({ kind: 'consumer', text })).total).toBe(0);
  });

  it('searches one fragment when asked', async () => {
    const { items, total } = await search({ kind: 'consumer', text: 'улица', fragment_id: 71 });
    expect(total).toBeGreaterThan(100);
    expect(new Set(items.map(({ fragment_id }) => fragment_id))).toEqual(new Set([71]));
  });

  it('hyd-dangling-end: names the fragment that does not exist, in both languages', async () => {
    const input: SearchNetworkInput = { kind: 'node', text: 'ТК', fragment_id: 74 };
    expect(await textOf(input)).toBe('Не найдено: fragment_id=74');
    expect(await textOf(input, context(ORGANISATION, 'en'))).toBe('Not found: fragment_id=74');
  });

  it('shows a stranger nothing and does not tell that a fragment exists', async () => {
    expect(await textOf({ kind: 'node', text: 'ТК', fragment_id: 70 }, context(STRANGER))).toBe(
      'Не найдено: fragment_id=70',
    );
    expect(await textOf({ kind: 'node', text: 'ТК' }, context(STRANGER))).toContain('не открыта ни одна тепловая сеть');
  });

  it.each(['   ', '.,-!', '%'])('refuses the text %j without a letter or digit', async (text) => {
    expect(await textOf({ kind: 'node', text })).toContain('хотя бы одна буква или цифра');
  });

  it('says that an empty text is required and that text2 has no use with nodes', async () => {
    expect(await textOf({ kind: 'node', text: '' })).toBe('text обязателен');
    expect(await textOf({ kind: 'node', text: 'ТК', text2: '5' })).toContain(
      '«text2» допустимо только при kind = line',
    );
    expect((await search({ kind: 'source', text: 'ЗТК', text2: '' })).total).toBe(1);
  });

  it.each([
    [{ kind: 'pipe', text: 'x' }, 'node, line, source, consumer'],
    [{ kind: 'node', text: '' }, 'text обязателен'],
    [{ kind: 'node' }, 'text'],
    [{ kind: 'node', text: 'x'.repeat(201) }, '200'],
    [{ kind: 'node', text: 5 }, 'text'],
    [{ kind: 'node', text: 'x', fragment_id: 2_147_483_648 }, 'fragment_id'],
    [{ kind: 'node', text: 'x', fragment_id: 0 }, 'fragment_id'],
    [{ kind: 'node', text: 'x', limit: 5 }, 'limit'],
  ])('res-invalid-arguments: refuses %j before it runs', (input, words) => {
    const checked = validateDto(SearchNetworkInput, input);
    expect(checked.ok).toBe(false);
    expect(checked.ok ? '' : checked.violations.map(({ text }) => text.ru).join(' ')).toContain(words);
  });

  it('hyd-impossible-temperature: every answer fits its schema and names units and the data version', async () => {
    for (const kind of ['node', 'line', 'source', 'consumer'] as const) {
      const answer = await search({ kind, text: 'а' });
      expect(validateDto(SearchNetworkOutput, answer)).toMatchObject({ ok: true });
      expect(answer.data_version).toBe(1);
    }
    expect((await search({ kind: 'consumer', text: 'абая' })).units).toEqual({ q_total_gcal_h: 'Гкал/ч' });
    const english = context(ORGANISATION, 'en');
    expect((await search({ kind: 'line', text: 'ТК' }, english)).units).toEqual({ dn: 'mm', length_m: 'm' });
  });

  it('treats SQL in a text as a text', async () => {
    const { total } = await search({ kind: 'consumer', text: "'; DELETE FROM heat_node; --" });
    expect(total).toBe(0);
    const [row] = await test.database.rows<{ n: number }>('SELECT count(*)::int AS n FROM heat_node');
    expect(row?.n).toBe(city.nodes.length);
  });
});
