import type { City } from './city.types.js';

const TABLES = [
  'fragments',
  'tempGraphs',
  'nodes',
  'lines',
  'sources',
  'consumers',
  'valves',
  'pumps',
  'setpresses',
  'pois',
  'defects',
  'events',
  'scenarios',
  'scenarioChanges',
  'calculations',
  'traceConfigs',
] as const satisfies readonly (keyof City)[];

/**
 * The canonical serialisation of a city: for each table its name, then each row as JSON with sorted keys. ECMA-262
 * (Number::toString) defines the text of every number, so equal cities give equal bytes on every machine.
 */
export function* cityRecords(city: City): Generator<string> {
  for (const table of TABLES) {
    yield table;
    for (const row of city[table]) yield JSON.stringify(row, sortKeys);
  }
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
