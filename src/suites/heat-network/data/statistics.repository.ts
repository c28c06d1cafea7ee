import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/index.js';

/** Sums over lines in service; hot-water pipes count with the supply and the return. */
export interface LengthRow {
  readonly dn_mm: number | null;
  readonly laying: string | null;
  readonly supply: number;
  readonly back: number;
}
export interface VolumeRow {
  readonly supply: number;
  readonly back: number;
  /** Length of lines without a diameter, m: their volume is unknown. */
  readonly unknown_length: number;
}
/** Design loads of all consumers of a fragment, Gcal/h, and its chart, degrees C. */
export interface ConsumptionRow {
  readonly fragment_id: number;
  readonly name: string;
  readonly q_heat: number;
  readonly q_vent: number;
  readonly q_dhw_avg: number;
  readonly consumers: number;
  readonly t1: number;
  readonly t2: number;
}
export interface ConsumerRow {
  readonly node_id: number;
  readonly city_id: number;
  readonly address: string;
  readonly q_total: number;
  readonly closed: boolean;
}

const SUPPLY = `pipe IN ('supply', 'dhw_supply')`;
const BACK = `pipe IN ('return', 'dhw_circ')`;
const IN_SERVICE = 'FROM heat_line WHERE fragment_id = ANY($1) AND in_service';

@Injectable()
export class StatisticsRepository {
  constructor(private readonly database: Database) {}

  /** One row for each diameter and laying, or for each of the two that `by` names; unknown diameters come last. */
  lengths(fragmentIds: readonly number[], by: 'none' | 'dn' | 'dn_laying'): Promise<LengthRow[]> {
    return this.database.rows<LengthRow>(
      `SELECT dn_mm, laying, coalesce(sum(length_m) FILTER (WHERE ${SUPPLY}), 0) AS supply,
              coalesce(sum(length_m) FILTER (WHERE ${BACK}), 0) AS back
       FROM (SELECT length_m, pipe, CASE WHEN $2 <> 'none' THEN dn_mm END AS dn_mm,
                    CASE WHEN $2 = 'dn_laying' THEN laying END AS laying ${IN_SERVICE}) line
       GROUP BY dn_mm, laying ORDER BY dn_mm NULLS LAST, laying`,
      [fragmentIds, by],
    );
  }

  async volume(fragmentIds: readonly number[]): Promise<VolumeRow> {
    const [row] = await this.database.rows<VolumeRow>(
      `SELECT coalesce(sum(m3) FILTER (WHERE ${SUPPLY}), 0) AS supply, coalesce(sum(m3) FILTER (WHERE ${BACK}), 0) AS back,
              coalesce(sum(length_m) FILTER (WHERE m3 IS NULL), 0) AS unknown_length
       FROM (SELECT pipe, length_m, pi() * d_in_m * d_in_m / 4 * length_m AS m3 ${IN_SERVICE}) line`,
      [fragmentIds],
    );
    return row ?? { supply: 0, back: 0, unknown_length: 0 };
  }

  consumption(fragmentIds: readonly number[]): Promise<ConsumptionRow[]> {
    return this.database.rows<ConsumptionRow>(
      `SELECT f.id AS fragment_id, f.name, g.t1, g.t2, coalesce(sum(c.q_heat), 0) AS q_heat, coalesce(sum(c.q_vent), 0) AS q_vent,
              coalesce(sum(c.q_dhw_avg), 0) AS q_dhw_avg, count(c.node_id)::int AS consumers
       FROM heat_fragment f
       JOIN heat_temp_graph g ON g.id = f.temp_graph_id
       LEFT JOIN heat_node n ON n.fragment_id = f.id
       LEFT JOIN heat_consumer c ON c.node_id = n.id
       WHERE f.id = ANY($1) GROUP BY f.id, g.id ORDER BY f.id`,
      [fragmentIds],
    );
  }

  consumers(fragmentIds: readonly number[]): Promise<ConsumerRow[]> {
    return this.database.rows<ConsumerRow>(
      `SELECT c.node_id, f.city_id, c.address, c.q_heat + c.q_vent + c.q_dhw_avg AS q_total, c.closed
       FROM heat_fragment f JOIN heat_node n ON n.fragment_id = f.id JOIN heat_consumer c ON c.node_id = n.id
       WHERE f.id = ANY($1) ORDER BY c.node_id`,
      [fragmentIds],
    );
  }
}
