import type { LineRow, NodeRow } from './city.types.js';
import type { Draft, Site, Span } from './draft.js';
import { round } from './numbers.js';
import { pipeSize } from './pipe-sizes.js';
import { toDegrees } from './relief.js';

const FIRST_FRAGMENT_ID = 70;
const RETURN_SURPLUS = 1.0016;
const OWNERS = { main: 'ТОО «Тепловые сети»', branch: 'Потребитель' } as const;

/** Node ids follow the sites: site 0 is node 1. */
export function nodeId(site: Site): number {
  return site.index + 1;
}

/** Supply and return lines of a span: 2n+1 and 2n+2. */
export function lineIds(span: Span): [supply: number, back: number] {
  return [span.index * 2 + 1, span.index * 2 + 2];
}

export function fragmentId(zone: number): number {
  return FIRST_FRAGMENT_ID + zone;
}

/** Turns sites into nodes. A site is as old as the first span that reaches it. */
export function emitNodes(draft: Draft): NodeRow[] {
  const year = new Map<number, number>();
  for (const span of draft.spans) {
    for (const site of [span.from, span.to]) if (!year.has(site.index)) year.set(site.index, span.year);
  }
  return draft.sites.map((site) => {
    const [lon, lat] = toDegrees(site.x, site.y);
    return {
      id: nodeId(site),
      fragmentId: fragmentId(site.zone),
      type: site.type,
      name: site.name,
      lon,
      lat,
      zM: round(site.z, 2),
      depthM: site.type === 'consumer' ? 0 : 1.5,
      year: year.get(site.index) ?? 1990,
      owner: site.type === 'consumer' ? OWNERS.branch : OWNERS.main,
      inService: true,
    };
  });
}

/**
 * Turns each span into its two pipes. The return is 0.16 % longer; what rounding to 0.1 m takes from one pipe
 * is carried to the next, so that sums are exact.
 */
export function emitLines(draft: Draft, now: number): LineRow[] {
  let carried = 0;
  return draft.spans.flatMap((span) => {
    carried += span.decimetres * RETURN_SURPLUS;
    const back = Math.round(carried);
    carried -= back;
    const [supplyId, returnId] = lineIds(span);
    const rest = describe(span, now);
    return [
      { id: supplyId, ...rest, pipe: 'supply' as const, lengthM: span.decimetres / 10, pairLineId: returnId },
      { id: returnId, ...rest, pipe: 'return' as const, lengthM: back / 10, pairLineId: supplyId },
    ];
  });
}

function describe(span: Span, now: number): Omit<LineRow, 'id' | 'pipe' | 'lengthM' | 'pairLineId'> {
  const year = span.rebuilt ?? span.year;
  const age = now - year;
  const size = pipeSize(span.dn);
  const ppu = span.laying === 'channelless_ppu' || span.rebuilt !== null;
  return {
    fragmentId: fragmentId(span.zone),
    fromNodeId: nodeId(span.from),
    toNodeId: nodeId(span.to),
    dnMm: span.hideDn ? null : span.dn,
    dOutMm: span.hideDn ? null : size.outerMm,
    wallMm: span.hideDn ? null : round((size.outerMm - size.innerM * 1000) / 2, 1),
    dInM: span.hideDn ? null : size.innerM,
    roughnessMm: round(0.5 + 0.02 * Math.max(0, age - 20), 2),
    zetaSum: round((span.role === 'branch' ? 1.8 : 0.6) + span.decimetres * 0.001, 2),
    overgrowthMm: age > 40 ? round((age - 40) * 0.05, 2) : 0,
    laying: span.laying,
    yearLaid: span.year,
    yearRebuilt: span.rebuilt,
    insulation: ppu ? 'ppu' : 'mineral_wool',
    heatlossNorm: year < 1990 ? '1959_1989' : year < 1998 ? '1990_1997' : year < 2004 ? '1998_2003' : '2004',
    heatlossFactor: age > 30 ? 1.2 : 1,
    maxPressureBar: 16,
    owner: span.role === 'branch' ? OWNERS.branch : OWNERS.main,
    inService: span.inService,
    geometry: [...toDegrees(span.from.x, span.from.y), ...toDegrees(span.to.x, span.to.y)],
  };
}
