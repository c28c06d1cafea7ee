import { totalLoad, type Building } from './buildings.js';
import type { Draft, Span } from './draft.js';
import { at } from './numbers.js';
import { choosePipe, PIPE_SIZES } from './pipe-sizes.js';

const MAIN_LIMIT_PA_M = 60;
const BRANCH_LIMIT_PA_M = 250;
const DESIGN_DT = 80;

/** What each span feeds, by its index. */
export interface Downstream {
  /** Gcal/h. */
  readonly load: Float64Array;
  readonly consumers: Int32Array;
}

/** Sums loads from the ends to the plants: spans are stored outwards, so one backward pass is enough. */
export function sumDownstream(draft: Draft, buildings: readonly Building[]): Downstream {
  const load = new Float64Array(draft.sites.length);
  const consumers = new Int32Array(draft.sites.length);
  for (const { site, row } of buildings) {
    load[site.index] = totalLoad(row);
    consumers[site.index] = 1;
  }
  const result = { load: new Float64Array(draft.spans.length), consumers: new Int32Array(draft.spans.length) };
  for (const span of draft.spans.toReversed()) {
    if (span.role === 'chord') continue;
    result.load[span.index] = at(load, span.to.index);
    result.consumers[span.index] = at(consumers, span.to.index);
    load[span.from.index] = at(load, span.from.index) + at(load, span.to.index);
    consumers[span.from.index] = at(consumers, span.from.index) + at(consumers, span.to.index);
  }
  return result;
}

/** Chooses the pipes by friction: 60 Pa/m for mains, 250 Pa/m for branches; a chord takes the smaller of its neighbours. */
export function chooseDiameters(draft: Draft, downstream: Downstream): void {
  const feeding = new Map<number, Span>();
  for (const span of draft.spans) {
    if (span.role === 'chord') continue;
    const flow = (1000 * at(downstream.load, span.index)) / DESIGN_DT;
    span.dn = choosePipe(flow, span.role === 'main' ? MAIN_LIMIT_PA_M : BRANCH_LIMIT_PA_M).dn;
    feeding.set(span.to.index, span);
  }
  const chords = draft.spans.filter((span) => span.role === 'chord');
  for (let pair = 0; pair < chords.length; pair += 2) {
    const ends = [at(chords, pair), at(chords, pair + 1)];
    const dn = Math.min(
      ...ends.map((span) => feeding.get(span.from.index)?.dn ?? at(PIPE_SIZES, PIPE_SIZES.length - 1).dn),
    );
    for (const span of ends) span.dn = dn;
  }
}
