import { Draft, type Site } from './draft.js';
import { at } from './numbers.js';
import type { Prng } from './prng.js';
import type { Block, Streets } from './streets.js';
import { PLANTS, type Zones } from './zones.js';

const SEGMENT_M = 25;
const INNER_SITES = [
  ['chamber', 0.81],
  ['valve', 0.15],
  ['compensator', 0.04],
] as const;
const CHORD_SHARE = { inside: 0.25, border: 0.5 };

/** The mains of the city and which site stands at each crossing. */
export interface Routes {
  readonly draft: Draft;
  readonly atCrossing: readonly Site[];
  /** Valves that part two zones: normally closed. */
  readonly borderValves: ReadonlySet<number>;
}

/** Lays a main along every block that feeds a crossing, in 3 or 4 segments, then ties the zones and arterials by chords. */
export function layRoutes(prng: Prng, streets: Streets, zones: Zones): Routes {
  const draft = new Draft();
  const atCrossing: Site[] = [];
  for (const crossing of zones.order) {
    const zone = at(zones.zone, crossing);
    const feeder = at(zones.feeder, crossing);
    const { x, y } = at(streets.crossings, crossing);
    if (feeder < 0) {
      atCrossing[crossing] = draft.addSite('source', zone, x, y, -1, at(PLANTS, zone).name);
      continue;
    }
    const block = at(streets.blocks, feeder);
    const start = at(atCrossing, block.a === crossing ? block.b : block.a);
    atCrossing[crossing] = layMain(prng, draft, start, { x, y }, block, feeder);
  }
  return { draft, atCrossing, borderValves: layChords(prng, draft, streets, zones, atCrossing) };
}

function layMain(
  prng: Prng,
  draft: Draft,
  start: Site,
  end: { x: number; y: number },
  block: Block,
  index: number,
): Site {
  const segments = Math.max(2, Math.round(block.length / SEGMENT_M));
  let previous = start;
  for (let part = 1; part <= segments; part++) {
    const share = part / segments;
    const x = start.x + (end.x - start.x) * share;
    const y = start.y + (end.y - start.y) * share;
    const type = part === segments ? 'chamber' : prng.weighted(INNER_SITES);
    const site = draft.addSite(type, start.zone, x, y, block.street);
    draft.addSpan('main', previous, site, index);
    previous = site;
  }
  return previous;
}

function layChords(prng: Prng, draft: Draft, streets: Streets, zones: Zones, atCrossing: readonly Site[]): Set<number> {
  const feeding = new Set(zones.feeder);
  const borderValves = new Set<number>();
  streets.blocks.forEach((block, index) => {
    if (!block.arterial || feeding.has(index)) return;
    const [a, b] = [at(atCrossing, block.a), at(atCrossing, block.b)];
    const border = a.zone !== b.zone;
    if (!prng.chance(border ? CHORD_SHARE.border : CHORD_SHARE.inside)) return;
    const valve = draft.addSite('valve', a.zone, (a.x + b.x) / 2, (a.y + b.y) / 2, block.street);
    draft.addSpan('chord', a, valve, index);
    draft.addSpan('chord', b, valve, index);
    if (border) borderValves.add(valve.index);
  });
  return borderValves;
}
