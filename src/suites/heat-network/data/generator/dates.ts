import { pad } from './numbers.js';
import type { Prng } from './prng.js';

const HEATING_MONTHS = [1, 1, 2, 2, 3, 4, 10, 11, 12, 12] as const;
const TEST_MONTHS = [5, 6, 8] as const;

/** `2024-02-07`; the day is at most 28, so that every month has it. */
export function dateText(year: number, month: number, day: number): string {
  return `${String(year)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** A day of a repair: found by `found`, closed some days later in the same month or not at all. */
interface RepairDates {
  readonly foundAt: string;
  readonly closedAt: string | null;
  readonly foundIn: 'operation' | 'hydraulic_test' | 'inspection';
}

/** A repair of the last ten years before the autumn of `now`; a few of the last October stay open. */
export function repairDates(prng: Prng, now: number): RepairDates {
  const foundIn = prng.weighted([
    ['operation', 0.62],
    ['hydraulic_test', 0.3],
    ['inspection', 0.08],
  ] as const);
  const year = prng.int(now - 9, now);
  const drawn = prng.pick(foundIn === 'hydraulic_test' ? TEST_MONTHS : HEATING_MONTHS);
  const month = year === now && drawn > 10 ? 10 : drawn;
  const day = prng.int(1, 22);
  const open = year === now && month === 10 && prng.chance(0.4);
  return {
    foundAt: dateText(year, month, day),
    closedAt: open ? null : dateText(year, month, day + prng.int(0, 6)),
    foundIn,
  };
}
