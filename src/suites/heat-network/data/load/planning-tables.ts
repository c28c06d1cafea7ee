import type pg from 'pg';
import type { City } from '../generator/index.js';
import type { TableRows } from './copy-table.js';
import { JsonCell } from './copy-text.js';
import { table, type IdShift } from './network-tables.js';

/** Ids that the database gave: users make more scenarios and calculations, so these do not follow the city's range. */
interface PlanningIds {
  readonly scenarios: readonly number[];
  readonly calculations: readonly number[];
}

/** Takes the next ids of the two tables. */
export async function takePlanningIds(client: pg.PoolClient, city: City): Promise<PlanningIds> {
  const take = async (sequence: string, count: number): Promise<number[]> => {
    const sql = `SELECT nextval('${sequence}')::int AS id FROM generate_series(1, $1)`;
    return (await client.query<{ id: number }>(sql, [count])).rows.map(({ id }) => id);
  };
  return {
    scenarios: await take('heat_scenario_id_seq', city.scenarios.length),
    calculations: await take('heat_calculation_id_seq', city.calculations.length),
  };
}

/** Scenarios, headers of calculations, trace configurations and the log. */
export function planningTables(city: City, shift: IdShift, ids: PlanningIds, dataVersion: bigint): TableRows[] {
  const { cityId, base } = shift;
  return [
    table('heat_scenario', city.scenarios, {
      id: (row) => ids.scenarios[row.id - 1] ?? null,
      city_id: () => cityId,
      name: (row) => row.name,
      base_version: () => dataVersion,
      author: (row) => row.author,
      status: (row) => row.status,
      created_at: (row) => row.createdAt,
      archived_at: (row) => row.archivedAt,
    }),
    table('heat_scenario_change', city.scenarioChanges, {
      scenario_id: (row) => ids.scenarios[row.scenarioId - 1] ?? null,
      seq: (row) => row.seq,
      op: (row) => row.op,
      object: (row) => row.object,
      object_id: (row) => base + row.objectId,
      before: (row) => (row.before === null ? null : new JsonCell(row.before)),
      after: (row) => (row.after === null ? null : new JsonCell(row.after)),
    }),
    calculationTable(city, shift, ids, dataVersion),
    table('heat_trace_config', city.traceConfigs, {
      city_id: () => cityId,
      name: (row) => row.name,
      description: (row) => row.description,
      trace_type: (row) => row.traceType,
      stop_at: (row) => row.stopAt,
      pipe: (row) => row.pipe,
      respect_direction: (row) => row.respectDirection,
    }),
    table('heat_event', city.events, {
      city_id: () => cityId,
      kind: (row) => row.kind,
      at: (row) => row.at,
      object: (row) => row.object,
      object_id: (row) => base + row.objectId,
      user_name: (row) => row.userName,
      text: (row) => row.text,
    }),
  ];
}

function calculationTable(city: City, { cityId, base }: IdShift, ids: PlanningIds, dataVersion: bigint): TableRows {
  return table('heat_calculation', city.calculations, {
    id: (row) => ids.calculations[row.id - 1] ?? null,
    city_id: () => cityId,
    name: (row) => row.name,
    author: (row) => row.author,
    mode: (row) => row.mode,
    tn: (row) => row.tn,
    fragment_ids: (row) => row.fragmentIds.map((id) => base + id),
    scenario_id: (row) => (row.scenarioId === null ? null : (ids.scenarios[row.scenarioId - 1] ?? null)),
    options: (row) => new JsonCell(row.options),
    data_version: () => dataVersion,
    state: (row) => row.state,
    created_at: (row) => row.createdAt,
    started_at: (row) => row.startedAt,
    finished_at: (row) => row.finishedAt,
    iterations: (row) => row.iterations,
    residual: (row) => row.residual,
    warnings: (row) => new JsonCell(row.warnings),
  });
}
