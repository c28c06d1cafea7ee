import type pg from 'pg';
import type { City } from '../generator/index.js';
import { copyTable } from './copy-table.js';
import { equipmentTables } from './equipment-tables.js';
import { networkTables, type IdShift } from './network-tables.js';
import { planningTables, takePlanningIds } from './planning-tables.js';

/** Heard after each chunk of rows. */
export type OnProgress = (progress: { readonly done: number; readonly total: number; readonly table: string }) => void;

// Children first: cascades would look up every row of every table.
const BY_ID_RANGE = [
  ['heat_defect', 'id'],
  ['heat_setpress', 'node_id'],
  ['heat_pump', 'node_id'],
  ['heat_valve', 'node_id'],
  ['heat_consumer', 'node_id'],
  ['heat_source', 'node_id'],
  ['heat_line', 'id'],
  ['heat_node', 'id'],
] as const;
const BY_CITY = [
  'heat_calculation',
  'heat_scenario',
  'heat_trace_config',
  'heat_event',
  'heat_poi',
  'heat_fragment',
  'heat_temp_graph',
] as const;

/** Ids of one city: `base + 1` to `base + ID_RANGE`. */
export const ID_RANGE = 1_000_000;

const STATS = `
INSERT INTO heat_fragment_stats (fragment_id, nodes, lines, consumers, length_supply_m, length_return_m, q_design_gcal_h)
SELECT f.id, coalesce(n.nodes, 0), coalesce(l.lines, 0), coalesce(n.consumers, 0), coalesce(l.supply, 0), coalesce(l.back, 0),
       coalesce(n.q, 0)
FROM heat_fragment f
LEFT JOIN (
  SELECT n.fragment_id, count(*) AS nodes, count(c.node_id) AS consumers, sum(c.q_heat + c.q_vent + c.q_dhw_avg) AS q
  FROM heat_node n LEFT JOIN heat_consumer c ON c.node_id = n.id GROUP BY n.fragment_id) n ON n.fragment_id = f.id
LEFT JOIN (
  SELECT fragment_id, count(*) AS lines,
         sum(length_m) FILTER (WHERE in_service AND pipe IN ('supply', 'dhw_supply')) AS supply,
         sum(length_m) FILTER (WHERE in_service AND pipe IN ('return', 'dhw_circ')) AS back
  FROM heat_line GROUP BY fragment_id) l ON l.fragment_id = f.id
WHERE f.city_id = $1`;

/** Deletes what the city had and writes the new rows; runs inside the caller's transaction. */
export async function replaceCity(
  client: pg.PoolClient,
  city: City,
  shift: IdShift,
  dataVersion: bigint,
  onProgress: OnProgress,
): Promise<void> {
  await deleteCity(client, shift);
  const ids = await takePlanningIds(client, city);
  const tables = [
    ...networkTables(city, shift),
    ...equipmentTables(city, shift),
    ...planningTables(city, shift, ids, dataVersion),
  ];
  const total = tables.reduce((sum, { rows }) => sum + rows.length, 0);
  let done = 0;
  for (const each of tables) {
    await copyTable(client, each, (count) => {
      done += count;
      onProgress({ done, total, table: each.table });
    });
  }
  await client.query(STATS, [shift.cityId]);
  // Until autovacuum comes, the planner would take the new rows for few and choose plans for few.
  await client.query(`ANALYZE ${BY_ID_RANGE.map(([name]) => name).join(', ')}`);
}

async function deleteCity(client: pg.PoolClient, { cityId, base }: IdShift): Promise<void> {
  for (const [name, key] of BY_ID_RANGE) {
    await client.query(`DELETE FROM ${name} WHERE ${key} BETWEEN $1 AND $2`, [base + 1, base + ID_RANGE]);
  }
  for (const name of BY_CITY) await client.query(`DELETE FROM ${name} WHERE city_id = $1`, [cityId]);
}
