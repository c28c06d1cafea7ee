import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { main } from '../../city.cli.js';
import { grantCity, loadCity } from './index.js';

const ORDER = { code: 'demo', name: 'Демо-город', seed: 2026 };
const ORGANISATION = '01930000-0000-7000-8000-000000000001';
const SLOW_MS = 60_000;

describe('loadCity', () => {
  let test: TestDatabase;
  const count = async (table: string): Promise<number> => {
    const [row] = await test.database.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return row?.n ?? -1;
  };
  const objects = async (): Promise<unknown> =>
    Object.fromEntries(
      await Promise.all(
        [
          'heat_node',
          'heat_line',
          'heat_consumer',
          'heat_valve',
          'heat_defect',
          'heat_scenario_change',
          'heat_trace_config',
        ].map(async (table) => [table, await count(table)] as const),
      ),
    );

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterAll(() => test.drop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it(
    'loads once, replaces by another seed as a whole, and keeps who may see it',
    async () => {
      const seen: number[] = [];
      const first = await loadCity(test.database, ORDER, { onProgress: ({ done, total }) => seen.push(done / total) });
      expect(first).toEqual({ cityId: 1, dataVersion: 1n, loaded: true });
      expect(seen.at(-1)).toBe(1);
      expect(seen).toEqual([...seen].sort((a, b) => a - b));
      await grantCity(test.database, 'demo', ORGANISATION);
      await grantCity(test.database, 'demo', ORGANISATION);
      const before = await objects();

      const again = await loadCity(test.database, ORDER);
      expect(again).toEqual({ cityId: 1, dataVersion: 1n, loaded: false });
      expect(await objects()).toEqual(before);

      const other = await loadCity(test.database, { ...ORDER, seed: 7 });
      expect(other).toEqual({ cityId: 1, dataVersion: 2n, loaded: true });
      expect(await count('heat_fragment')).toBe(3);
      expect(await count('heat_city_access')).toBe(1);
      expect(await objects()).not.toEqual(before);
    },
    SLOW_MS,
  );

  it(
    'keeps the old city when a load fails half-way',
    async () => {
      const before = await objects();
      const fail = ({ table }: { table: string }): void => {
        if (table === 'heat_valve') throw new Error('stop');
      };
      await expect(loadCity(test.database, { ...ORDER, seed: 8 }, { onProgress: fail })).rejects.toThrow('stop');
      expect(await objects()).toEqual(before);
      const [city] = await test.database.rows<{ seed: bigint }>('SELECT seed FROM heat_city');
      expect(city?.seed).toBe(7n);
    },
    SLOW_MS,
  );

  it(
    'puts a second city into ids of its own and gives it the next version',
    async () => {
      const second = await loadCity(test.database, { code: 'second', name: 'Второй', seed: 2026 });
      expect(second.cityId).toBe(2);
      expect(second.dataVersion).toBe(3n);
      const rows = await test.database.rows<{ id: number }>('SELECT id FROM heat_fragment ORDER BY id');
      expect(rows.map(({ id }) => id)).toEqual([70, 71, 72, 1_000_070, 1_000_071, 1_000_072]);
    },
    SLOW_MS,
  );

  describe('the command', () => {
    const run = async (...argv: string[]): Promise<{ code: number; out: string; err: string }> => {
      const out = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
      const err = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
      const code = await main(argv, test.database);
      const written = (calls: readonly (readonly unknown[])[]): string => calls.map(([text]) => String(text)).join('');
      return { code, out: written(out.mock.calls), err: written(err.mock.calls) };
    };

    it('says that the city is there and opens it to an organisation', async () => {
      const other = '01930000-0000-7000-8000-000000000009';
      const { code, out, err } = await run('--seed', '7', '--organisation', other);
      expect({ code, out, err }).toEqual({
        code: 0,
        out: 'City demo (seed 7): already loaded, nothing changed; data version 2\n',
        err: '',
      });
      const access = await test.database.rows('SELECT 1 FROM heat_city_access WHERE organisation_id = $1', [other]);
      expect(access).toHaveLength(1);
    });

    it.each([
      [[], 'seed'],
      [['--seed', 'x'], 'seed'],
      [['--seed', '4294967296'], 'seed'],
      [['--seed', '7', '--organisation', 'me'], 'organisation'],
      [['--seed', '7', '--code', 'A B'], 'code'],
      [['--nope'], '--nope'],
    ])('refuses %j with the reason and the usage', async (argv, word) => {
      const { code, out, err } = await run(...argv);
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(word);
      expect(err).toContain('npm run city -- --seed 2026');
    });
  });

  it.each([
    [{ ...ORDER, code: 'Демо' }, 'code'],
    [{ ...ORDER, code: "x'; DROP TABLE heat_city; --" }, 'code'],
    [{ ...ORDER, name: '  ' }, 'name'],
    [{ ...ORDER, seed: -1 }, 'seed'],
    [{ ...ORDER, seed: 0.5 }, 'seed'],
  ])('refuses %j, naming the field', async (order, field) => {
    await expect(loadCity(test.database, order)).rejects.toMatchObject({ code: 'invalid_input', data: { field } });
  });

  it('says that an unknown city cannot be granted', async () => {
    await expect(grantCity(test.database, 'nowhere', ORGANISATION)).rejects.toMatchObject({ code: 'not_found' });
  });
});
