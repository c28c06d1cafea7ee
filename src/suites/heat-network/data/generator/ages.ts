import type { Laying } from './city.types.js';
import type { Draft, Span } from './draft.js';
import { at } from './numbers.js';
import type { Prng } from './prng.js';
import { COLUMNS, ROWS } from './streets.js';

const CENTRE = { x: (COLUMNS * 96) / 2, y: (ROWS * 78) / 2 };
const NOISE_M = 1_100;
// Share of blocks laid before the year: 46 % before 1990, 67 % older than 30 years in 2026, few in the lean 1990s.
const YEARS = [
  [0, 1958],
  [0.2, 1972],
  [0.46, 1990],
  [0.67, 1996],
  [0.78, 2005],
  [1, 2025],
] as const;
const PPU_SINCE = 2005;
const REBUILT_SHARE = 0.06;
const LATER_BRANCH = 0.15;

/** Dates every block by its distance from the centre with noise, then its spans; `now` is the current year. */
export function dateSpans(prng: Prng, draft: Draft, now: number): void {
  const yearOf = datesOfBlocks(prng, draft);
  for (const span of draft.spans) {
    const year = yearOf.get(span.block) ?? 1990;
    span.year = span.role === 'branch' && prng.chance(LATER_BRANCH) ? Math.min(now - 1, year + prng.int(3, 20)) : year;
    span.laying = chooseLaying(prng, span);
  }
  for (const span of draft.spans) {
    if (span.year < 1985 && prng.chance(REBUILT_SHARE)) span.rebuilt = prng.int(2006, now - 2);
  }
}

function datesOfBlocks(prng: Prng, draft: Draft): ReadonlyMap<number, number> {
  const score = new Map<number, number>();
  for (const span of draft.spans) {
    if (score.has(span.block)) continue;
    const [dx, dy] = [span.to.x - CENTRE.x, span.to.y - CENTRE.y];
    score.set(span.block, Math.sqrt(dx * dx + dy * dy) + prng.between(-NOISE_M, NOISE_M));
  }
  const ranked = [...score].sort(([a, x], [b, y]) => x - y || a - b);
  return new Map(ranked.map(([block], rank) => [block, yearAt((rank + prng.next()) / ranked.length)]));
}

function yearAt(share: number): number {
  const upper = Math.max(
    1,
    YEARS.findIndex(([limit]) => limit > share),
  );
  const [low, from] = at(YEARS, upper - 1);
  const [high, to] = at(YEARS, upper);
  return Math.floor(from + ((to - from) * (share - low)) / (high - low));
}

function chooseLaying(prng: Prng, span: Span): Laying {
  if (span.dn >= 700 && prng.chance(0.15)) return 'tunnel';
  if (span.role === 'branch' && prng.chance(0.04)) return 'basement';
  if (prng.chance(0.015)) return 'overhead';
  return span.year < PPU_SINCE ? 'channel' : 'channelless_ppu';
}
