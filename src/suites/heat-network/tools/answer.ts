import type { Locale, LocalText } from '../../../kernel/index.js';

/** Lists in answers are cut here. */
export const LIST_LIMIT = 200;
/** The largest id: a 32-bit integer. */
export const LARGEST_ID = 2_147_483_647;

const UNITS = {
  metre: { ru: 'м', en: 'm' },
  millimetre: { ru: 'мм', en: 'mm' },
  cubicMetre: { ru: 'м³', en: 'm³' },
  cubicMetrePerHour: { ru: 'м³/ч', en: 'm³/h' },
  gcalPerHour: { ru: 'Гкал/ч', en: 'Gcal/h' },
  tonnePerHour: { ru: 'т/ч', en: 't/h' },
  celsius: { ru: '°C', en: '°C' },
  percent: { ru: '%', en: '%' },
} as const satisfies Record<string, LocalText>;
export type Unit = keyof typeof UNITS;

/** The units of an answer's fields, in the caller's language: `{ length_m: 'м' }`. */
export function unitsOf(locale: Locale, fields: Readonly<Record<string, Unit>>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([field, unit]) => [field, UNITS[unit][locale]]));
}

/** Rounds half away from zero to `places` decimals. */
export function round(value: number, places: number): number {
  const scale = 10 ** places;
  // The relative epsilon keeps 1.005 (stored slightly below) from falling to 1.00.
  const rounded = Math.round(Math.abs(value) * scale * (1 + Number.EPSILON)) / scale;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The sum of numbers of `places` decimals, without the noise of binary fractions. */
export function sum(values: readonly number[], places: number): number {
  return round(
    values.reduce((total, value) => total + value, 0),
    places,
  );
}
