import type { ConsumerRow } from './city.types.js';
import type { Draft, Site } from './draft.js';
import { round } from './numbers.js';
import { makeContact } from './people.js';
import type { Prng } from './prng.js';
import { hillShare } from './relief.js';
import { placeName } from './street-names.js';
import { ROWS } from './streets.js';

const OCCUPIED = 0.975;
const BRANCH_M = { low: 7, high: 20 };
const FLOOR_M = 3;
const WATT_PER_GCAL_H = 1_163_000;
const WATT_PER_M2 = 50;
const DESIGN_DT = 80;
const CLOSED_SHARE = 0.012;
const FLOORS = [
  [2, 0.1],
  [3, 0.1],
  [4, 0.15],
  [5, 0.3],
  [9, 0.25],
  [12, 0.06],
  [16, 0.04],
] as const;
const PUBLIC_KINDS = [
  ['school', 0.2],
  ['kindergarten', 0.25],
  ['hospital', 0.08],
  ['office', 0.27],
  ['shop', 0.2],
] as const;
const REQUIRED_BAR = { elevator: 1.5, independent: 1, pump_mix: 0.5, direct: 0.4 } as const;

/** A building and the site where its branch ends. */
export interface Building {
  readonly site: Site;
  readonly row: Omit<ConsumerRow, 'nodeId'>;
}

/** Puts a building beside most chambers, each on its own branch. */
export function placeBuildings(prng: Prng, draft: Draft, block: (site: Site) => number): Building[] {
  const buildings: Building[] = [];
  const numbers = new Map<string, number>();
  for (const chamber of draft.sites.filter((site) => site.type === 'chamber')) {
    if (!prng.chance(OCCUPIED)) continue;
    const offset = prng.between(BRANCH_M.low, BRANCH_M.high) * (prng.chance(0.5) ? 1 : -1);
    const along = chamber.street < ROWS;
    const [x, y] = along ? [chamber.x, chamber.y + offset] : [chamber.x + offset, chamber.y];
    const place = placeName(chamber.street, x, y);
    const number = (numbers.get(place) ?? 0) + 1;
    numbers.set(place, number);
    const address = `${place}, ${String(number)}${prng.chance(0.06) ? prng.pick(['А', 'Б', '/1']) : ''}`;
    const site = draft.addSite('consumer', chamber.zone, x, y, chamber.street, address);
    draft.addSpan('branch', chamber, site, block(chamber));
    buildings.push({ site, row: describe(prng, address, hillShare(x, y) > 0) });
  }
  return buildings;
}

/** A building with loads by its area; buildings on the hill have at most 5 floors (one planted tower aside). */
export function describe(prng: Prng, address: string, onHill: boolean): Omit<ConsumerRow, 'nodeId'> {
  const residential = prng.chance(0.9);
  const kind = residential ? 'residential' : prng.weighted(PUBLIC_KINDS);
  const drawn = residential ? prng.weighted(FLOORS) : prng.int(1, 5);
  const floors = onHill ? Math.min(drawn, 5) : drawn;
  const area = floors * prng.between(500, residential ? 1_400 : 2_200);
  const loads = drawLoads(prng, area);
  const scheme = drawScheme(prng, floors);
  const contact = makeContact(prng);
  const head = REQUIRED_BAR[scheme] * 10;
  const flow = (1000 * loads.qHeat) / DESIGN_DT;
  return {
    address,
    buildingKind: kind,
    category: kind === 'hospital' ? 1 : residential ? 2 : 3,
    ...loads,
    floors,
    heightM: floors * FLOOR_M,
    tv: residential ? 20 : kind === 'shop' ? 16 : kind === 'office' ? 18 : 21,
    scheme,
    // d = 9.6 sqrt(G) / H^0.25, not under 3 mm, in steps of 0.1 (see the design of elevator nozzles).
    nozzleMm:
      scheme === 'elevator' ? Math.max(3, round((9.6 * Math.sqrt(flow)) / Math.sqrt(Math.sqrt(head)), 1)) : null,
    orificeHeatMm: null,
    orificeDhwMm: null,
    dpReqBar: REQUIRED_BAR[scheme],
    resistanceS: round(head / (flow * flow), 5),
    closed: prng.chance(CLOSED_SHARE),
    contactName: contact.name,
    contactPhone: contact.phone,
    accountNo: contact.account,
  };
}

type Loads = Pick<ConsumerRow, 'qHeat' | 'qVent' | 'qDhwAvg' | 'qDhwMax'>;

function drawLoads(prng: Prng, area: number): Loads {
  const heat = (area * WATT_PER_M2 * prng.between(0.8, 1.25)) / WATT_PER_GCAL_H;
  const dhw = heat * prng.between(0.1, 0.35);
  return {
    qHeat: round(heat, 3),
    qVent: prng.chance(0.12) ? round(heat * prng.between(0.15, 0.5), 3) : 0,
    qDhwAvg: round(dhw, 3),
    qDhwMax: round(dhw * 2.2, 3),
  };
}

function drawScheme(prng: Prng, floors: number): ConsumerRow['scheme'] {
  if (floors >= 12) return 'independent';
  return prng.weighted([
    ['elevator', 0.62],
    ['pump_mix', 0.14],
    ['independent', 0.18],
    ['direct', 0.06],
  ] as const);
}

/** Heating, ventilation and average hot water together, Gcal/h. */
export function totalLoad(row: Loads): number {
  return row.qHeat + row.qVent + row.qDhwAvg;
}
