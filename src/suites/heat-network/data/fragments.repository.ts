import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/index.js';

/** A fragment with its sums and its newest finished calculation. */
export interface FragmentSummary {
  readonly id: number;
  readonly name: string;
  readonly source_name: string | null;
  readonly nodes: number;
  readonly lines: number;
  readonly consumers: number;
  readonly length_supply_m: number;
  readonly length_return_m: number;
  readonly q_design_gcal_h: number;
  readonly temp_graph: string;
  readonly calculation_id: number | null;
  readonly finished_at: Date | null;
  readonly mode: 'plan' | 'emergency' | null;
  readonly tn: number | null;
}

@Injectable()
export class FragmentsRepository {
  constructor(private readonly database: Database) {}

  /** Summaries of fragments, by id. Calculations are those of the organisation and those that came with the city. */
  summaries(organisationId: string, fragmentIds: readonly number[]): Promise<FragmentSummary[]> {
    return this.database.rows<FragmentSummary>(
      `SELECT f.id, f.name, n.name AS source_name, s.nodes, s.lines, s.consumers, s.length_supply_m, s.length_return_m,
              s.q_design_gcal_h, g.name AS temp_graph, k.id AS calculation_id, k.finished_at, k.mode, k.tn
       FROM heat_fragment f
       JOIN heat_fragment_stats s ON s.fragment_id = f.id
       JOIN heat_temp_graph g ON g.id = f.temp_graph_id
       LEFT JOIN heat_node n ON n.id = f.source_node_id
       LEFT JOIN LATERAL (
         SELECT id, finished_at, mode, tn FROM heat_calculation
         WHERE city_id = f.city_id AND f.id = ANY(fragment_ids) AND state = 'done' AND scenario_id IS NULL
           AND (organisation_id IS NULL OR organisation_id = $2)
         ORDER BY finished_at DESC, id DESC LIMIT 1) k ON true
       WHERE f.id = ANY($1) ORDER BY f.id`,
      [fragmentIds, organisationId],
    );
  }
}
