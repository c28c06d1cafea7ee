import type { NodeRow, PumpRow, SetpressRow, SourceRow, ValveRow } from './city.types.js';
import type { Draft, Site, Span } from './draft.js';
import type { Downstream } from './diameters.js';
import { nodeId } from './emit-network.js';
import { at, pad, round } from './numbers.js';
import type { Prng } from './prng.js';
import { PLANTS } from './zones.js';

const DESIGN = { t1: 150, t2: 70 };
const RETURN_HEAD_M = 30;
// 7.5 bar at the plant leave the far ends of the planted thin branches without head.
const AVAILABLE_M = 76;
const NEVER_CHECKED = 0.05;

/** The plants with what they may give: 15 % above their zone's load. */
export function makeSources(draft: Draft, downstream: Downstream): SourceRow[] {
  return PLANTS.map((_, zone) => {
    const plant = draft.sites.find((site) => site.type === 'source' && site.zone === zone);
    if (!plant) throw new RangeError(`No plant in zone ${String(zone)}`);
    const load = draft.spans
      .filter((span) => span.from === plant && span.role === 'main')
      .reduce((sum, span) => sum + at(downstream.load, span.index), 0);
    return {
      nodeId: nodeId(plant),
      hSupplyM: RETURN_HEAD_M + AVAILABLE_M,
      hReturnM: RETURN_HEAD_M,
      pAvailable: round(AVAILABLE_M / 10.197, 2),
      t1Design: DESIGN.t1,
      t2Design: DESIGN.t2,
      qMaxGcal: round(load * 1.15, 1),
      makeupMaxTH: round(load * 0.4, 0),
      staticHeadM: 60,
      mode: 'fixed_head',
    };
  });
}

/** Keeps the static pressure of each zone at its plant. */
export function makeSetpresses(sources: readonly SourceRow[]): SetpressRow[] {
  return sources.map(({ nodeId, staticHeadM }) => ({ nodeId, pipe: 'return', kind: 'makeup', setM: staticHeadM }));
}

/** A valve at each valve site; those between zones are normally closed. */
export function makeValves(
  prng: Prng,
  draft: Draft,
  borderValves: ReadonlySet<number>,
  shutValves: ReadonlySet<number>,
  now: number,
): ValveRow[] {
  const reaching = new Map<number, Span>();
  for (const span of draft.spans) if (!reaching.has(span.to.index)) reaching.set(span.to.index, span);
  return draft.sites
    .filter((site) => site.type === 'valve')
    .map((site) => makeValve(prng, site, reaching.get(site.index)?.dn ?? 100, borderValves, shutValves, now));
}

function makeValve(
  prng: Prng,
  site: Site,
  dn: number,
  borderValves: ReadonlySet<number>,
  shutValves: ReadonlySet<number>,
  now: number,
): ValveRow {
  const normallyClosed = borderValves.has(site.index);
  const closed = normallyClosed || shutValves.has(site.index);
  const checked = `${String(
    now -
      prng.weighted([
        [0, 0.7],
        [1, 0.2],
        [2, 0.1],
      ] as const),
  )}-${pad(prng.int(1, 9), 2)}-${pad(prng.int(1, 28), 2)}`;
  return {
    nodeId: nodeId(site),
    pipe: 'both',
    dn,
    state: closed ? 'closed' : 'open',
    opening: closed ? 0 : 1,
    zetaOpen: 0.4,
    normalState: normallyClosed ? 'closed' : 'open',
    lastChecked: prng.chance(NEVER_CHECKED) ? null : checked,
    faulty: prng.chance(0.03),
    remote: dn >= 400 && prng.chance(0.4),
  };
}

/** Two standby pump stations on the return of the largest far mains: chambers become pump stations. */
export function makePumps(draft: Draft, downstream: Downstream, nodes: readonly NodeRow[]): PumpRow[] {
  const candidates = draft.spans
    .filter((span) => span.role === 'main' && span.to.type === 'chamber' && span.to.y > 900)
    .sort((a, b) => at(downstream.load, b.index) - at(downstream.load, a.index) || a.index - b.index);
  const first = at(candidates, 0);
  const second = candidates.find((span) => span.zone !== first.zone) ?? at(candidates, 1);
  return [first, second].map((span, index) => {
    const node = at(nodes, span.to.index);
    node.type = 'pumpstation';
    node.name = `НС-${String(index + 1)}`;
    return { nodeId: node.id, pipe: 'return', h0M: 45, a: 0.000_002, nParallel: 3, speed: 1, on: false };
  });
}
