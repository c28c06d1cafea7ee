import type { ConsumerRow, ConsumptionRow } from '../data/statistics.repository.js';
import type { Feeding } from '../engine/index.js';
import { LIST_LIMIT, round, sum } from './answer.js';
import type { ClosedConsumerOutput, Figures, StatisticsRowOutput } from './network-statistics.dto.js';

const LOAD_PLACES = 3;
const FLOW_PLACES = 1;

/** Design loads by fragment. Flow = 1000 Q / (t1 - t2), t/h, for Gcal/h and c = 1 kcal/(kg K). */
export function heatConsumption(fragments: readonly ConsumptionRow[]): Figures {
  const rows = fragments.map((row) => {
    const loads = [row.q_heat, row.q_vent, row.q_dhw_avg].map((load) => round(load, LOAD_PLACES));
    const [q_heat = 0, q_vent = 0, q_dhw_avg = 0] = loads;
    const q_total = sum(loads, LOAD_PLACES);
    const g_design_t_h = round((1000 * q_total) / (row.t1 - row.t2), FLOW_PLACES);
    const { fragment_id, name, consumers } = row;
    return {
      fragment_id,
      name,
      q_heat,
      q_vent,
      q_dhw_avg,
      q_total,
      g_design_t_h,
      consumers,
    } satisfies StatisticsRowOutput;
  });
  const totalOf = (
    field: 'q_heat' | 'q_vent' | 'q_dhw_avg' | 'q_total' | 'g_design_t_h' | 'consumers',
    places: number,
  ): number =>
    sum(
      rows.map((row) => row[field]),
      places,
    );
  return {
    rows: rows.slice(0, LIST_LIMIT),
    total: rows.length,
    truncated: rows.length > LIST_LIMIT,
    q_heat: totalOf('q_heat', LOAD_PLACES),
    q_vent: totalOf('q_vent', LOAD_PLACES),
    q_dhw_avg: totalOf('q_dhw_avg', LOAD_PLACES),
    q_total: totalOf('q_total', LOAD_PLACES),
    g_design_t_h: totalOf('g_design_t_h', FLOW_PLACES),
    consumers: totalOf('consumers', 0),
  };
}

/** Consumers that get no heat; their own flag goes before the network's reasons. */
export function closedConsumers(
  consumers: readonly ConsumerRow[],
  feeding: (consumer: ConsumerRow) => Feeding,
): Figures {
  const items = consumers.flatMap((consumer): ClosedConsumerOutput[] => {
    const state = consumer.closed ? 'flag' : feeding(consumer);
    if (state === 'fed') return [];
    const { node_id, address } = consumer;
    return [{ node_id, address, q_total: round(consumer.q_total, LOAD_PLACES), reason: state }];
  });
  return {
    count: items.length,
    q_total: sum(
      items.map(({ q_total }) => q_total),
      LOAD_PLACES,
    ),
    items: items.slice(0, LIST_LIMIT),
    total: items.length,
    truncated: items.length > LIST_LIMIT,
  };
}
