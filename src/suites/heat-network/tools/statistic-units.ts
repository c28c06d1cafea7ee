import type { Unit } from './answer.js';
import type { Statistic } from './network-statistics.dto.js';

const LENGTHS = { length_supply_m: 'metre', length_return_m: 'metre', length_total_m: 'metre' } as const;
const BY_DIAMETER = { dn_mm: 'millimetre', ...LENGTHS, share_percent: 'percent' } as const;
const LOAD = 'gcalPerHour';

/** The unit of each measured field, by query. */
export const STATISTIC_UNITS: Readonly<Record<Statistic, Readonly<Record<string, Unit>>>> = {
  length: LENGTHS,
  volume: {
    volume_supply_m3: 'cubicMetre',
    volume_return_m3: 'cubicMetre',
    volume_total_m3: 'cubicMetre',
    leak_norm_m3_h: 'cubicMetrePerHour',
    length_unknown_dn_m: 'metre',
  },
  length_by_diameter: BY_DIAMETER,
  length_by_diameter_laying: BY_DIAMETER,
  heat_consumption: { q_heat: LOAD, q_vent: LOAD, q_dhw_avg: LOAD, q_total: LOAD, g_design_t_h: 'tonnePerHour' },
  closed_consumers: { q_total: LOAD },
};
