import type { City } from '../generator/index.js';
import { normaliseSearch } from '../search-text.js';
import type { TableRows } from './copy-table.js';
import { shifted, table, type IdShift } from './network-tables.js';

/** What stands at the nodes, and what happened to the network. */
export function equipmentTables(city: City, { cityId, base }: IdShift): TableRows[] {
  return [
    table('heat_source', city.sources, {
      node_id: (row) => base + row.nodeId,
      h_supply_m: (row) => row.hSupplyM,
      h_return_m: (row) => row.hReturnM,
      p_available: (row) => row.pAvailable,
      t1_design: (row) => row.t1Design,
      t2_design: (row) => row.t2Design,
      q_max_gcal: (row) => row.qMaxGcal,
      makeup_max_t_h: (row) => row.makeupMaxTH,
      static_head_m: (row) => row.staticHeadM,
      mode: (row) => row.mode,
    }),
    consumerTable(city, base),
    table('heat_valve', city.valves, {
      node_id: (row) => base + row.nodeId,
      pipe: (row) => row.pipe,
      dn: (row) => row.dn,
      state: (row) => row.state,
      opening: (row) => row.opening,
      zeta_open: (row) => row.zetaOpen,
      normal_state: (row) => row.normalState,
      last_checked: (row) => row.lastChecked,
      faulty: (row) => row.faulty,
      remote: (row) => row.remote,
    }),
    table('heat_pump', city.pumps, {
      node_id: (row) => base + row.nodeId,
      pipe: (row) => row.pipe,
      h0_m: (row) => row.h0M,
      a: (row) => row.a,
      n_parallel: (row) => row.nParallel,
      speed: (row) => row.speed,
      on: (row) => row.on,
    }),
    table('heat_setpress', city.setpresses, {
      node_id: (row) => base + row.nodeId,
      pipe: (row) => row.pipe,
      kind: (row) => row.kind,
      set_m: (row) => row.setM,
    }),
    table('heat_poi', city.pois, {
      id: (row) => base + row.id,
      city_id: () => cityId,
      kind: (row) => row.kind,
      name: (row) => row.name,
      lon: (row) => row.lon,
      lat: (row) => row.lat,
    }),
    defectTable(city, base),
  ];
}

function consumerTable(city: City, base: number): TableRows {
  return table('heat_consumer', city.consumers, {
    node_id: (row) => base + row.nodeId,
    address: (row) => row.address,
    search_address: (row) => normaliseSearch(row.address),
    building_kind: (row) => row.buildingKind,
    category: (row) => row.category,
    q_heat: (row) => row.qHeat,
    q_vent: (row) => row.qVent,
    q_dhw_avg: (row) => row.qDhwAvg,
    q_dhw_max: (row) => row.qDhwMax,
    floors: (row) => row.floors,
    height_m: (row) => row.heightM,
    tv: (row) => row.tv,
    scheme: (row) => row.scheme,
    nozzle_mm: (row) => row.nozzleMm,
    orifice_heat_mm: (row) => row.orificeHeatMm,
    orifice_dhw_mm: (row) => row.orificeDhwMm,
    dp_req_bar: (row) => row.dpReqBar,
    resistance_s: (row) => row.resistanceS,
    contact_name: (row) => row.contactName,
    contact_phone: (row) => row.contactPhone,
    account_no: (row) => row.accountNo,
    closed: (row) => row.closed,
  });
}

function defectTable(city: City, base: number): TableRows {
  return table('heat_defect', city.defects, {
    id: (row) => base + row.id,
    line_id: (row) => shifted(base, row.lineId),
    node_id: (row) => shifted(base, row.nodeId),
    found_at: (row) => row.foundAt,
    closed_at: (row) => row.closedAt,
    kind: (row) => row.kind,
    cause: (row) => row.cause,
    pipe: (row) => row.pipe,
    severity: (row) => row.severity,
    text: (row) => row.text,
    lon: (row) => row.lon,
    lat: (row) => row.lat,
    found_in: (row) => row.foundIn,
  });
}
