import { describe, expect, it } from '@jest/globals';
import { hashCity } from '../load/index.js';
import type { City, LineRow } from './city.types.js';
import { generateCity } from './generate-city.js';

/** Changes together with GENERATOR_VERSION only: a loaded city is otherwise not replaced. */
const GOLDEN_2026 = '7987e4f36277a441b5dec3613153245f4db62cf803e7847578f1d59c922f57e0';

const city = generateCity(2026);
const inService = (lines: readonly LineRow[]): LineRow[] => lines.filter((line) => line.inService);
const lengthOf = (lines: readonly LineRow[]): number => lines.reduce((sum, line) => sum + line.lengthM, 0);
const share = (lines: readonly LineRow[], test: (line: LineRow) => boolean): number =>
  lengthOf(lines.filter(test)) / lengthOf(lines);

describe('generateCity', () => {
  it('gives the city of seed 2026 to the last byte', () => {
    expect(hashCity(city)).toBe(GOLDEN_2026);
  });

  it('gives the same city again and another one for another seed', () => {
    expect(hashCity(generateCity(2026))).toBe(hashCity(city));
    expect(hashCity(generateCity(2027))).not.toBe(hashCity(city));
  });

  it.each([-1, 1.5, 2 ** 32, Number.NaN])('refuses the seed %p', (seed) => {
    expect(() => generateCity(seed)).toThrow(RangeError);
  });

  // The stated figures of the demo city; other seeds vary by some 3 % (defects by chance: 10 %).
  it.each([0, 2026, 4_294_967_295])('stays within the stated ranges for seed %p', (seed) => {
    const { lines, consumers, valves, defects } = seed === 2026 ? city : generateCity(seed);
    const within = (value: number, low: number, high: number): void => {
      expect(value).toBeGreaterThanOrEqual(low);
      expect(value).toBeLessThanOrEqual(high);
    };
    within(lines.length, 19_000, 21_000);
    within(lengthOf(lines) / 1000, 395, 405);
    within(consumers.length, 4_500, 4_700);
    within(valves.length, 540, 680);
    within(defects.length, 540, 720);
    within(
      share(lines, (line) => line.yearLaid < 1990),
      0.43,
      0.49,
    );
    within(
      share(lines, (line) => line.yearLaid < 1996),
      0.63,
      0.69,
    );
    within(
      share(lines, (line) => line.laying === 'channel'),
      0.71,
      0.77,
    );
    within(consumers.filter((consumer) => consumer.closed).length / consumers.length, 0.006, 0.02);
  });

  it('makes the return longer than its supply by 0.16 %, up to rounding', () => {
    const pairs = city.lines.filter((line) => line.pairLineId !== null);
    const supply = lengthOf(pairs.filter((line) => line.pipe === 'supply'));
    const back = lengthOf(pairs.filter((line) => line.pipe === 'return'));
    expect(back / supply).toBeCloseTo(1.0016, 5);
  });

  it('pairs lines, joins existing nodes, and stores every length in whole decimetres', () => {
    const nodes = new Set(city.nodes.map(({ id }) => id));
    const byId = new Map(city.lines.map((line) => [line.id, line]));
    expect(byId.size).toBe(city.lines.length);
    const wrong = city.lines.filter(({ id, fromNodeId, toNodeId, pairLineId, lengthM }) => {
      const joined = nodes.has(fromNodeId) && nodes.has(toNodeId) && fromNodeId !== toNodeId;
      const paired = pairLineId === null || byId.get(pairLineId)?.pairLineId === id;
      return !joined || !paired || lengthM !== Math.round(lengthM * 10) / 10;
    });
    expect(wrong).toEqual([]);
  });

  it('gives every consumer an address of its own, a synthetic contact and a load', () => {
    const { consumers } = city;
    expect(new Set(consumers.map(({ address }) => address)).size).toBe(consumers.length);
    const wrong = consumers.filter(
      ({ contactName, contactPhone, accountNo, qHeat }) =>
        !/^\+7 727 3\d\d-\d\d-\d\d$/.test(contactPhone) ||
        contactName.split(' ').length !== 3 ||
        !/^\d{10}$/.test(accountNo) ||
        qHeat <= 0,
    );
    expect(wrong).toEqual([]);
  });

  it('falls to the north, away from the plants on the hills', () => {
    const mean = (some: City['nodes']): number => some.reduce((sum, node) => sum + node.zM, 0) / some.length;
    const south = mean(city.nodes.filter((node) => node.lat < 43.235));
    const north = mean(city.nodes.filter((node) => node.lat > 43.247));
    expect(south - north).toBeGreaterThan(10);
  });
});

describe('the planted faults', () => {
  const { planted } = city;
  const line = (id: number): LineRow | undefined => city.lines.find((each) => each.id === id);

  it('are ten lines entered twice', () => {
    expect(planted.duplicateLines).toHaveLength(10);
    for (const id of planted.duplicateLines) {
      const copy = line(id);
      const same = city.lines.filter(
        (each) => each.fromNodeId === copy?.fromNodeId && each.toNodeId === copy.toNodeId && each.pipe === copy.pipe,
      );
      expect(same).toHaveLength(2);
    }
  });

  it('are twenty lines without a diameter and eight out of service', () => {
    expect(
      city.lines
        .filter((each) => each.dnMm === null)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...planted.linesWithoutDn].sort());
    expect(planted.linesWithoutDn).toHaveLength(20);
    expect(city.lines.length - inService(city.lines).length).toBe(8);
  });

  it('are three branches of DN 50 that feed many, and two shut valves before dead ends', () => {
    expect(planted.undersizedLines.length).toBeGreaterThanOrEqual(12);
    for (const id of planted.undersizedLines) expect(line(id)?.dnMm).toBe(50);
    const shut = city.valves.filter((valve) => valve.state === 'closed' && valve.normalState === 'open');
    expect(shut.map(({ nodeId }) => nodeId).sort()).toEqual([...planted.closedValves].sort());
    expect(shut).toHaveLength(2);
  });

  it('are five stubs, a hill of its own pressure zone and one tower on it', () => {
    expect(planted.stubConsumers).toHaveLength(5);
    expect(planted.hillConsumers.length).toBeGreaterThan(100);
    const tower = city.consumers.find(({ nodeId }) => nodeId === planted.tallHillConsumer);
    expect([tower?.floors, tower?.scheme]).toEqual([16, 'elevator']);
    const onHill = city.consumers.filter(
      ({ nodeId }) => planted.hillConsumers.includes(nodeId) && nodeId !== tower?.nodeId,
    );
    expect(Math.max(...onHill.map(({ floors }) => floors))).toBeLessThanOrEqual(5);
  });

  it('come with 3 scenarios of 5 to 30 changes, 12 calculations, 4 trace configurations and places of interest', () => {
    const changes = city.scenarios.map(
      ({ id }) => city.scenarioChanges.filter((change) => change.scenarioId === id).length,
    );
    expect(changes).toEqual([30, 12, 5]);
    expect(city.calculations).toHaveLength(12);
    expect(city.traceConfigs.map(({ name }) => name)).toEqual([
      'До источника',
      'Вниз до задвижек',
      'Связность',
      'Подсеть источника',
    ]);
    expect(new Set(city.pois.map(({ kind }) => kind))).toEqual(new Set(['school', 'kindergarten', 'hospital']));
  });
});
