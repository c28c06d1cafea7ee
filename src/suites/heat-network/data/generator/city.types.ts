import type { Json, JsonObject } from '../../../../kernel/index.js';

export type NodeType =
  | 'source'
  | 'consumer'
  | 'chamber'
  | 'valve'
  | 'pumpstation'
  | 'setpress'
  | 'ctp'
  | 'compensator'
  | 'drain'
  | 'airvent'
  | 'branch'
  | 'diameter_change'
  | 'end';
export type Pipe = 'supply' | 'return' | 'dhw_supply' | 'dhw_circ';
export type Laying = 'channel' | 'channelless_ppu' | 'overhead' | 'basement' | 'tunnel' | 'technical';
export type ValveState = 'open' | 'closed' | 'throttled';

/** A zone of one source. Temperatures in degrees C. */
export interface Fragment {
  id: number;
  code: string;
  name: string;
  sourceNodeId: number;
  tempGraphId: number;
  parentId: number | null;
  status: 'active' | 'draft' | 'archived';
  contour: number[];
  tnDesign: number;
  tgGround: number;
  tvIndoor: number;
}

/** Quality regulation chart; temperatures in degrees C. */
export interface TempGraph {
  id: number;
  name: string;
  t1: number;
  t2: number;
  t3: number;
  cutTop: number | null;
  breakBottom: number;
  tv: number;
  tnDesign: number;
  points: Json;
}

/** A site of the network; WGS84 degrees, levels in m. */
export interface NodeRow {
  id: number;
  fragmentId: number;
  type: NodeType;
  name: string;
  lon: number;
  lat: number;
  zM: number;
  depthM: number;
  year: number;
  owner: string;
  inService: boolean;
}

/** One pipe between two sites. */
export interface LineRow {
  id: number;
  fragmentId: number;
  pipe: Pipe;
  fromNodeId: number;
  toNodeId: number;
  lengthM: number;
  dnMm: number | null;
  dOutMm: number | null;
  wallMm: number | null;
  dInM: number | null;
  roughnessMm: number;
  zetaSum: number;
  overgrowthMm: number;
  laying: Laying;
  yearLaid: number;
  yearRebuilt: number | null;
  insulation: string;
  heatlossNorm: string;
  heatlossFactor: number;
  maxPressureBar: number;
  owner: string;
  inService: boolean;
  geometry: number[];
  pairLineId: number | null;
}

/** Heads in m above the node, temperatures in degrees C. */
export interface SourceRow {
  nodeId: number;
  hSupplyM: number;
  hReturnM: number;
  pAvailable: number;
  t1Design: number;
  t2Design: number;
  qMaxGcal: number;
  makeupMaxTH: number;
  staticHeadM: number;
  mode: 'fixed_head' | 'fixed_dp';
}

/** A building; loads in Gcal/h. The last three texts are (synthetic) personal data. */
export interface ConsumerRow {
  nodeId: number;
  address: string;
  buildingKind: string;
  category: 1 | 2 | 3;
  qHeat: number;
  qVent: number;
  qDhwAvg: number;
  qDhwMax: number;
  floors: number;
  heightM: number;
  tv: number;
  scheme: 'elevator' | 'pump_mix' | 'independent' | 'direct';
  nozzleMm: number | null;
  orificeHeatMm: number | null;
  orificeDhwMm: number | null;
  dpReqBar: number;
  resistanceS: number;
  closed: boolean;
  contactName: string;
  contactPhone: string;
  accountNo: string;
}

export interface ValveRow {
  nodeId: number;
  pipe: 'both' | 'supply' | 'return';
  dn: number;
  state: ValveState;
  opening: number;
  zetaOpen: number;
  normalState: ValveState;
  lastChecked: string | null;
  faulty: boolean;
  remote: boolean;
}

/** H = h0 - a*G^2, m and t/h. */
export interface PumpRow {
  nodeId: number;
  pipe: 'supply' | 'return';
  h0M: number;
  a: number;
  nParallel: number;
  speed: number;
  on: boolean;
}

export interface SetpressRow {
  nodeId: number;
  pipe: 'supply' | 'return';
  kind: 'downstream' | 'upstream' | 'dp' | 'makeup';
  setM: number;
}

export interface PoiRow {
  id: number;
  kind: string;
  name: string;
  lon: number;
  lat: number;
}

/** Dates are `YYYY-MM-DD`; exactly one of the two ids is set. */
export interface DefectRow {
  id: number;
  lineId: number | null;
  nodeId: number | null;
  foundAt: string;
  closedAt: string | null;
  kind: string;
  cause: string;
  pipe: Pipe | null;
  severity: 1 | 2 | 3;
  text: string;
  lon: number;
  lat: number;
  foundIn: 'operation' | 'hydraulic_test' | 'inspection';
}

export interface EventRow {
  id: number;
  kind: string;
  at: string;
  object: string;
  objectId: number;
  userName: string;
  text: string;
}

export interface ScenarioRow {
  id: number;
  name: string;
  author: string;
  status: 'draft' | 'approved' | 'archived';
  createdAt: string;
  archivedAt: string | null;
}

export interface ScenarioChangeRow {
  scenarioId: number;
  seq: number;
  op: 'insert' | 'update' | 'delete';
  object: 'node' | 'line' | 'consumer' | 'valve' | 'pump' | 'source';
  objectId: number;
  before: JsonObject | null;
  after: JsonObject | null;
}

export interface CalculationRow {
  id: number;
  name: string;
  author: string;
  mode: 'plan' | 'emergency';
  tn: number;
  fragmentIds: number[];
  scenarioId: number | null;
  options: JsonObject;
  state: 'done' | 'failed' | 'cancelled';
  createdAt: string;
  startedAt: string;
  finishedAt: string;
  iterations: number | null;
  residual: number | null;
  warnings: string[];
}

export interface TraceConfigRow {
  id: number;
  name: string;
  description: string;
  traceType: 'connected' | 'upstream' | 'downstream' | 'subnetwork';
  stopAt: string[];
  pipe: Pipe | null;
  respectDirection: boolean;
}

/** Where the generator hid mistakes for the tools to find: ids of lines, nodes and consumers. */
export interface PlantedFaults {
  duplicateLines: number[];
  linesWithoutDn: number[];
  stubConsumers: number[];
  undersizedLines: number[];
  closedValves: number[];
  outOfServiceLines: number[];
  hillConsumers: number[];
  tallHillConsumer: number;
}

/** A whole city; ids are local to it (1..999 999), the loader moves them into the city's range. */
export interface City {
  seed: number;
  fragments: Fragment[];
  tempGraphs: TempGraph[];
  nodes: NodeRow[];
  lines: LineRow[];
  sources: SourceRow[];
  consumers: ConsumerRow[];
  valves: ValveRow[];
  pumps: PumpRow[];
  setpresses: SetpressRow[];
  pois: PoiRow[];
  defects: DefectRow[];
  events: EventRow[];
  scenarios: ScenarioRow[];
  scenarioChanges: ScenarioChangeRow[];
  calculations: CalculationRow[];
  traceConfigs: TraceConfigRow[];
  planted: PlantedFaults;
}
