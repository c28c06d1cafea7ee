import type { City } from '../generator/index.js';
import { normaliseSearch } from '../search-text.js';
import type { TableRows } from './copy-table.js';
import { JsonCell, type Cell } from './copy-text.js';

/** Moves ids of a generated city into the range of the loaded one. */
export interface IdShift {
  readonly cityId: number;
  /** Added to every id. */
  readonly base: number;
}

/** The network and its equipment, in the order in which foreign keys allow them to be written. */
export function networkTables(city: City, { cityId, base }: IdShift): TableRows[] {
  return [
    table('heat_temp_graph', city.tempGraphs, {
      id: (row) => base + row.id,
      city_id: () => cityId,
      name: (row) => row.name,
      t1: (row) => row.t1,
      t2: (row) => row.t2,
      t3: (row) => row.t3,
      cut_top: (row) => row.cutTop,
      break_bottom: (row) => row.breakBottom,
      tv: (row) => row.tv,
      tn_design: (row) => row.tnDesign,
      points: (row) => (row.points === null ? null : new JsonCell(row.points)),
    }),
    table('heat_fragment', city.fragments, {
      id: (row) => base + row.id,
      city_id: () => cityId,
      code: (row) => row.code,
      name: (row) => row.name,
      source_node_id: (row) => base + row.sourceNodeId,
      temp_graph_id: (row) => base + row.tempGraphId,
      parent_id: (row) => shifted(base, row.parentId),
      status: (row) => row.status,
      contour: (row) => row.contour,
      tn_design: (row) => row.tnDesign,
      tg_ground: (row) => row.tgGround,
      tv_indoor: (row) => row.tvIndoor,
    }),
    nodeTable(city, base),
    lineTable(city, base),
  ];
}

function nodeTable(city: City, base: number): TableRows {
  return table('heat_node', city.nodes, {
    id: (row) => base + row.id,
    fragment_id: (row) => base + row.fragmentId,
    type: (row) => row.type,
    name: (row) => row.name,
    search_name: (row) => normaliseSearch(row.name),
    lon: (row) => row.lon,
    lat: (row) => row.lat,
    z_m: (row) => row.zM,
    depth_m: (row) => row.depthM,
    year: (row) => row.year,
    owner: (row) => row.owner,
    in_service: (row) => row.inService,
  });
}

function lineTable(city: City, base: number): TableRows {
  return table('heat_line', city.lines, {
    id: (row) => base + row.id,
    fragment_id: (row) => base + row.fragmentId,
    pipe: (row) => row.pipe,
    from_node_id: (row) => base + row.fromNodeId,
    to_node_id: (row) => base + row.toNodeId,
    length_m: (row) => row.lengthM,
    dn_mm: (row) => row.dnMm,
    d_out_mm: (row) => row.dOutMm,
    wall_mm: (row) => row.wallMm,
    d_in_m: (row) => row.dInM,
    roughness_mm: (row) => row.roughnessMm,
    zeta_sum: (row) => row.zetaSum,
    overgrowth_mm: (row) => row.overgrowthMm,
    laying: (row) => row.laying,
    year_laid: (row) => row.yearLaid,
    year_rebuilt: (row) => row.yearRebuilt,
    insulation: (row) => row.insulation,
    heatloss_norm: (row) => row.heatlossNorm,
    heatloss_factor: (row) => row.heatlossFactor,
    max_pressure_bar: (row) => row.maxPressureBar,
    owner: (row) => row.owner,
    in_service: (row) => row.inService,
    geometry: (row) => row.geometry,
    pair_line_id: (row) => shifted(base, row.pairLineId),
  });
}

/** Describes a table by its columns: the name and how a row fills it. */
export function table<Row>(
  name: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): TableRows {
  const fill = Object.values(columns);
  return { table: name, columns: Object.keys(columns), rows: rows.map((row) => fill.map((cell) => cell(row))) };
}

export function shifted(base: number, id: number | null): number | null {
  return id === null ? null : base + id;
}
