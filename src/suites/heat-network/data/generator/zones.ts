import { at } from './numbers.js';
import { COLUMNS, type Streets } from './streets.js';

const ARTERIAL_COST = 0.6;
/** The three plants: crossing and name; the zones are numbered in this order. */
export const PLANTS = [
  { crossing: 2 * COLUMNS + 8, name: 'ТЭЦ-1', code: 'TEC-1' },
  { crossing: 1 * COLUMNS + 25, name: 'ТЭЦ-2', code: 'TEC-2' },
  { crossing: 3 * COLUMNS + 40, name: 'ЗТК', code: 'ZTK' },
] as const;

/** How each crossing is reached from its plant. */
export interface Zones {
  /** Zone of each crossing: index into `PLANTS`. */
  readonly zone: readonly number[];
  /** The block that feeds each crossing; -1 at a plant. */
  readonly feeder: readonly number[];
  /** Crossings in the order of their distance: a feeder's start always comes before its end. */
  readonly order: readonly number[];
}

/** Shortest paths from all plants at once (Dijkstra); streets with mains count 0.6 of their length. */
export function divideIntoZones({ crossings, blocks }: Streets): Zones {
  const touching: number[][] = crossings.map(() => []);
  blocks.forEach((block, index) => {
    at(touching, block.a).push(index);
    at(touching, block.b).push(index);
  });
  const cost = crossings.map(() => Infinity);
  const zone = crossings.map(() => -1);
  const feeder = crossings.map(() => -1);
  const settled = crossings.map(() => false);
  PLANTS.forEach((plant, index) => {
    cost[plant.crossing] = 0;
    zone[plant.crossing] = index;
  });
  const order: number[] = [];
  for (let here = nearest(cost, settled); here >= 0; here = nearest(cost, settled)) {
    settled[here] = true;
    order.push(here);
    for (const index of at(touching, here)) {
      const block = at(blocks, index);
      const other = block.a === here ? block.b : block.a;
      const reached = at(cost, here) + block.length * (block.arterial ? ARTERIAL_COST : 1);
      if (reached >= at(cost, other)) continue;
      cost[other] = reached;
      zone[other] = at(zone, here);
      feeder[other] = index;
    }
  }
  return { zone, feeder, order };
}

// 1 584 crossings: a scan is fast enough, and ties fall to the lower index without further rules.
function nearest(cost: readonly number[], settled: readonly boolean[]): number {
  let best = -1;
  cost.forEach((value, index) => {
    if (!at(settled, index) && value < (best < 0 ? Infinity : at(cost, best))) best = index;
  });
  return best;
}
