import type { LengthRow, VolumeRow } from '../data/statistics.repository.js';
import { LIST_LIMIT, round, sum } from './answer.js';
import type { Figures, StatisticsRowOutput } from './network-statistics.dto.js';

const METRE_PLACES = 1;
const VOLUME_PLACES = 1;
/** Normal leak: 0.25 % of the volume an hour (rules for the operation of heat installations). */
const LEAK_PER_HOUR = 0.0025;

/** Totals of rows: each row is rounded first, so that the printed rows add up to the printed total. */
export function lengthTotals(rows: readonly LengthRow[]): Figures {
  const supply = sum(
    rows.map((row) => round(row.supply, METRE_PLACES)),
    METRE_PLACES,
  );
  const back = sum(
    rows.map((row) => round(row.back, METRE_PLACES)),
    METRE_PLACES,
  );
  return { length_supply_m: supply, length_return_m: back, length_total_m: sum([supply, back], METRE_PLACES) };
}

/** Rows by diameter (and laying), their share of the whole length, and the totals. */
export function lengthRows(rows: readonly LengthRow[]): Figures {
  const totals = lengthTotals(rows);
  const all = totals.length_total_m ?? 0;
  const printed = rows.map((row): StatisticsRowOutput => {
    const own = lengthTotals([row]);
    return {
      ...(row.dn_mm === null ? {} : { dn_mm: row.dn_mm }),
      ...(row.laying === null ? {} : { laying: row.laying }),
      ...own,
      share_percent: all === 0 ? 0 : round((100 * (own.length_total_m ?? 0)) / all, 2),
    };
  });
  const cut = { total: printed.length, truncated: printed.length > LIST_LIMIT };
  return { ...totals, rows: printed.slice(0, LIST_LIMIT), ...cut };
}

/** Volumes by the inner diameters, and the leak that the whole volume allows. */
export function volumes(row: VolumeRow): Figures {
  const supply = round(row.supply, VOLUME_PLACES);
  const back = round(row.back, VOLUME_PLACES);
  const total = sum([supply, back], VOLUME_PLACES);
  return {
    volume_supply_m3: supply,
    volume_return_m3: back,
    volume_total_m3: total,
    leak_norm_m3_h: round(total * LEAK_PER_HOUR, 2),
    length_unknown_dn_m: round(row.unknown_length, METRE_PLACES),
  };
}
