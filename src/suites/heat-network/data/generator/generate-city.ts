import { dateSpans } from './ages.js';
import { placeBuildings, type Building } from './buildings.js';
import type { City, Fragment, LineRow, NodeRow, PlantedFaults, TempGraph } from './city.types.js';
import { makeDefects } from './defects.js';
import { chooseDiameters, sumDownstream, type Downstream } from './diameters.js';
import { emitLines, emitNodes, fragmentId, lineIds, nodeId } from './emit-network.js';
import { makePumps, makeSetpresses, makeSources, makeValves } from './equipment.js';
import { plantDuplicates, plantInSpans, plantStubs, plantTower, type PlantedSpans } from './faults.js';
import { at } from './numbers.js';
import { makeEvents, makePlanning, makePois, makeTraceConfigs } from './planning.js';
import { Prng } from './prng.js';
import { hillShare } from './relief.js';
import { layRoutes, type Routes } from './routes.js';
import { layStreets } from './streets.js';
import { divideIntoZones, PLANTS } from './zones.js';

/** Rises when the same seed begins to give another city: loaded cities are then replaced. */
export const GENERATOR_VERSION = 1;
/** The year in which the generated city lives. */
const CITY_YEAR = 2026;
const TEMP_GRAPH_ID = 1;

/** The network with everything decided, before it becomes rows. */
interface Plan {
  readonly routes: Routes;
  readonly buildings: readonly Building[];
  readonly downstream: Downstream;
  readonly planted: PlantedSpans;
  readonly stubs: readonly number[];
  readonly tower: Building;
}

/**
 * Makes a city of about 20 000 lines (400 km) and 4 600 consumers: the same seed gives the same city to the last bit.
 * @param seed an integer, 0..4 294 967 295
 * @throws RangeError for any other seed
 */
export function generateCity(seed: number, now = CITY_YEAR): City {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new RangeError(`The seed must be an integer from 0 to 4294967295, got ${String(seed)}`);
  }
  const prng = new Prng(seed);
  const plan = planNetwork(prng, now);
  const { draft, borderValves } = plan.routes;
  const nodes = emitNodes(draft);
  const lines = emitLines(draft, now);
  const duplicates = plantDuplicates(prng, lines);
  const pumps = makePumps(draft, plan.downstream, nodes);
  const sources = makeSources(draft, plan.downstream);
  const consumers = plan.buildings.map(({ site, row }) => ({ nodeId: nodeId(site), ...row }));
  const fragments = makeFragments(nodes);
  const planning = makePlanning(
    prng,
    lines,
    consumers,
    fragments.map(({ id }) => id),
    now,
  );
  return {
    seed,
    fragments,
    tempGraphs: [makeTempGraph()],
    nodes,
    lines,
    sources,
    consumers,
    valves: makeValves(prng, draft, borderValves, plan.planted.shutValves, now),
    pumps,
    setpresses: makeSetpresses(sources),
    pois: makePois(consumers, (id) => at(nodes, id - 1)),
    defects: makeDefects(prng, lines, nodes, now),
    events: makeEvents(prng, lines, now),
    ...planning,
    traceConfigs: makeTraceConfigs(),
    planted: listPlanted(plan, duplicates),
  };
}

function planNetwork(prng: Prng, now: number): Plan {
  const streets = layStreets(prng);
  const zones = divideIntoZones(streets);
  const routes = layRoutes(prng, streets, zones);
  const { draft } = routes;
  const blockOf = new Map(draft.spans.map((span) => [span.to.index, span.block]));
  const buildings = placeBuildings(prng, draft, (site) => blockOf.get(site.index) ?? 0);
  const stubs = plantStubs(prng, draft, buildings).map((span) => nodeId(span.to));
  const tower = plantTower(buildings);
  const downstream = sumDownstream(draft, buildings);
  chooseDiameters(draft, downstream);
  dateSpans(prng, draft, now);
  return { routes, buildings, downstream, planted: plantInSpans(prng, draft, downstream), stubs, tower };
}

function makeFragments(nodes: readonly NodeRow[]): Fragment[] {
  return PLANTS.map(({ name, code }, zone) => {
    const own = nodes.filter((node) => node.fragmentId === fragmentId(zone));
    const source = own.find((node) => node.type === 'source');
    if (!source) throw new RangeError(`No source in the zone ${name}`);
    return {
      id: fragmentId(zone),
      code,
      name: `Зона ${name}`,
      sourceNodeId: source.id,
      tempGraphId: TEMP_GRAPH_ID,
      parentId: null,
      status: 'active',
      contour: boundingRing(own),
      tnDesign: -20,
      tgGround: 5,
      tvIndoor: 20,
    };
  });
}

function boundingRing(nodes: readonly NodeRow[]): number[] {
  const lons = nodes.map(({ lon }) => lon);
  const lats = nodes.map(({ lat }) => lat);
  const [west, east, south, north] = [Math.min(...lons), Math.max(...lons), Math.min(...lats), Math.max(...lats)];
  return [west, south, east, south, east, north, west, north, west, south];
}

function makeTempGraph(): TempGraph {
  const temperatures = { t1: 150, t2: 70, t3: 95, cutTop: 130, breakBottom: 70, tv: 18, tnDesign: -20 };
  return { id: TEMP_GRAPH_ID, name: '150/70 со срезкой 130', ...temperatures, points: null };
}

function listPlanted(plan: Plan, duplicates: readonly LineRow[]): PlantedFaults {
  const hill = plan.buildings.filter(({ site }) => hillShare(site.x, site.y) > 0);
  return {
    duplicateLines: duplicates.map(({ id }) => id),
    linesWithoutDn: plan.planted.withoutDn.flatMap(lineIds),
    stubConsumers: [...plan.stubs],
    undersizedLines: plan.planted.undersized.flatMap(lineIds),
    closedValves: [...plan.planted.shutValves].map((index) => index + 1),
    outOfServiceLines: plan.planted.outOfService.flatMap(lineIds),
    hillConsumers: hill.map(({ site }) => nodeId(site)),
    tallHillConsumer: nodeId(plan.tower.site),
  };
}
