import { describe, type Building } from './buildings.js';
import type { LineRow } from './city.types.js';
import type { Downstream } from './diameters.js';
import type { Draft, Span } from './draft.js';
import { at } from './numbers.js';
import type { Prng } from './prng.js';
import { hillShare } from './relief.js';
import { placeName } from './street-names.js';

const STUBS = 5;
const UNDERSIZED_BRANCHES = 3;
const UNDERSIZED_DN = 50;
const SPANS_WITHOUT_DN = 10;
const SHUT_VALVES = 2;
const BRANCHES_OUT_OF_SERVICE = 4;
const DUPLICATES = 10;
const TOWER = { floors: 16, heightM: 48 };

/** Adds buildings whose two pipes touch nothing else; returns their spans. */
export function plantStubs(prng: Prng, draft: Draft, buildings: Building[]): Span[] {
  const mains = draft.spans.filter((span) => span.role === 'main');
  return Array.from({ length: STUBS }, (_, index) => {
    const { to: near, block } = prng.pick(mains);
    const chamber = draft.addSite('chamber', near.zone, near.x + 33, near.y + 31, near.street);
    const address = `${placeName(near.street, chamber.x, chamber.y)}, ${String(901 + index)}`;
    const site = draft.addSite('consumer', near.zone, chamber.x + 12, chamber.y, near.street, address);
    buildings.push({ site, row: { ...describe(prng, address, true), closed: false } });
    return draft.addSpan('stub', chamber, site, block);
  });
}

/** Makes the highest building of the hill a tower of 16 floors on an elevator: its top drains dry. */
export function plantTower(buildings: readonly Building[]): Building {
  const highest = buildings.reduce((best, each) => (share(each) > share(best) ? each : best));
  Object.assign(highest.row, TOWER, { scheme: 'elevator', dpReqBar: 1.5, buildingKind: 'residential', closed: false });
  return highest;
}

function share({ site }: Building): number {
  return hillShare(site.x, site.y);
}

/** What `plantInSpans` changed: spans by kind, and sites of shut valves. */
export interface PlantedSpans {
  readonly undersized: readonly Span[];
  readonly withoutDn: readonly Span[];
  readonly outOfService: readonly Span[];
  readonly shutValves: ReadonlySet<number>;
}

/** Spoils diameters, hides some, shuts valves before dead ends, retires branches. */
export function plantInSpans(prng: Prng, draft: Draft, downstream: Downstream): PlantedSpans {
  const undersized = plantThinBranches(prng, draft, downstream);
  const mains = draft.spans.filter((span) => span.role === 'main' && !undersized.includes(span));
  const withoutDn = take(prng, mains, SPANS_WITHOUT_DN);
  for (const span of withoutDn) span.hideDn = true;
  const deadEnds = mains.filter((span) => span.to.type === 'valve' && feeds(downstream, span, 3, 12));
  const shut = take(prng, deadEnds, SHUT_VALVES);
  const branches = draft.spans.filter((span) => span.role === 'branch' && span.year < 1975);
  const outOfService = take(prng, branches, BRANCHES_OUT_OF_SERVICE);
  for (const span of outOfService) span.inService = false;
  return { undersized, withoutDn, outOfService, shutValves: new Set(shut.map((span) => span.to.index)) };
}

function plantThinBranches(prng: Prng, draft: Draft, downstream: Downstream): Span[] {
  const entries = draft.spans.filter(
    (span) => span.role === 'main' && span.dn >= 100 && feeds(downstream, span, 8, 25),
  );
  const blocks = new Set(take(prng, entries, UNDERSIZED_BRANCHES).map((span) => span.block));
  const thin = draft.spans.filter((span) => span.role === 'main' && blocks.has(span.block));
  for (const span of thin) span.dn = UNDERSIZED_DN;
  return thin;
}

function feeds(downstream: Downstream, span: Span, least: number, most: number): boolean {
  const consumers = at(downstream.consumers, span.index);
  return consumers >= least && consumers <= most;
}

/** Picks spans of different blocks. */
function take(prng: Prng, from: readonly Span[], count: number): Span[] {
  const chosen = new Map<number, Span>();
  while (chosen.size < count) {
    const span = prng.pick(from);
    if (!chosen.has(span.block)) chosen.set(span.block, span);
  }
  return [...chosen.values()];
}

/** Enters ten supply pipes twice, under new ids at the end; returns the copies. */
export function plantDuplicates(prng: Prng, lines: LineRow[]): LineRow[] {
  const originals = new Set<LineRow>();
  while (originals.size < DUPLICATES) {
    const line = prng.pick(lines);
    if (line.pipe === 'supply' && line.inService && line.dnMm !== null) originals.add(line);
  }
  const copies = [...originals].map((line, index) => ({ ...line, id: lines.length + index + 1, pairLineId: null }));
  lines.push(...copies);
  return copies;
}
