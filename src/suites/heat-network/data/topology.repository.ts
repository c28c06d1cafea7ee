import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/index.js';
import { PIPES, type Topology } from '../engine/index.js';

interface NodeRow {
  readonly id: number;
  readonly type: string;
  readonly in_service: boolean;
  readonly shut: 'both' | 'supply' | 'return' | null;
}
interface LineRow {
  readonly from_node_id: number;
  readonly to_node_id: number;
  readonly pipe: (typeof PIPES)[number];
  readonly in_service: boolean;
}

/** Reads a whole city as a graph. */
@Injectable()
export class TopologyRepository {
  constructor(private readonly database: Database) {}

  async load(cityId: number): Promise<Topology> {
    const nodes = await this.database.rows<NodeRow>(
      `SELECT n.id, n.type, n.in_service, CASE WHEN v.state = 'closed' THEN v.pipe END AS shut
       FROM heat_fragment f JOIN heat_node n ON n.fragment_id = f.id LEFT JOIN heat_valve v ON v.node_id = n.id
       WHERE f.city_id = $1 ORDER BY n.id`,
      [cityId],
    );
    const lines = await this.database.rows<LineRow>(
      `SELECT l.from_node_id, l.to_node_id, l.pipe, l.in_service
       FROM heat_fragment f JOIN heat_line l ON l.fragment_id = f.id WHERE f.city_id = $1 ORDER BY l.id`,
      [cityId],
    );
    const numberOf = new Map(nodes.map(({ id }, number) => [id, number]));
    return {
      nodeIds: Int32Array.from(nodes, ({ id }) => id),
      numberOf,
      nodeInService: Uint8Array.from(nodes, (node) => Number(node.in_service)),
      lineFrom: Int32Array.from(lines, (line) => numberOf.get(line.from_node_id) ?? -1),
      lineTo: Int32Array.from(lines, (line) => numberOf.get(line.to_node_id) ?? -1),
      linePipe: Uint8Array.from(lines, (line) => PIPES.indexOf(line.pipe)),
      lineInService: Uint8Array.from(lines, (line) => Number(line.in_service)),
      sources: Int32Array.from(nodes.flatMap((node, number) => (node.type === 'source' ? [number] : []))),
      shutSupply: Uint8Array.from(nodes, ({ shut }) => Number(shut === 'both' || shut === 'supply')),
      shutReturn: Uint8Array.from(nodes, ({ shut }) => Number(shut === 'both' || shut === 'return')),
    };
  }
}
