import type { ValidationArguments } from 'class-validator';
import { isIsoMoment } from './iso-moment.js';

/** One constraint on one value. */
export type Test = (value: unknown, args: ValidationArguments) => boolean;

/**
 * Where class-validator and JSON Schema 2020-12 mean different things by the same words, the schema's meaning is
 * used, since that is what clients were told: lengths count characters (validation 6.3.1), patterns are read with the
 * flag `u` (core 6.4), coordinates are numbers, dates are those of RFC 3339.
 */
const OWN_TESTS = new Map<string, Test>([
  ['minLength', (value, { constraints: [least] }) => typeof value === 'string' && countsAtLeast(value, Number(least))],
  ['maxLength', (value, { constraints: [most] }) => typeof value === 'string' && countsAtMost(value, Number(most))],
  [
    'isLength',
    (value, { constraints: [least, most] }) =>
      typeof value === 'string' &&
      countsAtLeast(value, Number(least)) &&
      (most === undefined || countsAtMost(value, Number(most))),
  ],
  ['matches', (value, { constraints: [pattern] }) => typeof value === 'string' && unicodeForm(pattern).test(value)],
  ['isLatitude', (value) => typeof value === 'number' && Math.abs(value) <= 90],
  ['isLongitude', (value) => typeof value === 'number' && Math.abs(value) <= 180],
  ['isDateString', (value) => typeof value === 'string' && isIsoMoment(value)],
  ['isIso8601', (value) => typeof value === 'string' && isIsoMoment(value)],
]);

const unicodeForms = new WeakMap<RegExp, RegExp>();

/** Cheap tests first, so that a huge value is refused by its size before a regular expression sees it. */
const EARLY = ['isString', 'isArray', 'isInt', 'isNumber', 'isBoolean', 'arrayMaxSize', 'maxLength', 'isLength'];

/** The meaning of a constraint here, when it differs from the library's. */
export function ownTest(constraint: string): Test | undefined {
  return OWN_TESTS.get(constraint);
}

/** Sorts constraints into the order of testing; smaller is earlier. */
export function rankOf(constraint: string): number {
  const place = EARLY.indexOf(constraint);
  return place < 0 ? EARLY.length : place;
}

function unicodeForm(pattern: unknown): RegExp {
  if (!(pattern instanceof RegExp)) return new RegExp(String(pattern), 'u');
  const known = unicodeForms.get(pattern);
  if (known) return known;
  const flags = pattern.flags.replace(/[gyu]/g, '');
  const form = new RegExp(pattern.source, flags.includes('v') ? flags : `${flags}u`);
  unicodeForms.set(pattern, form);
  return form;
}

function countsAtLeast(text: string, least: number): boolean {
  return text.length >= least * 2 || (text.length >= least && characters(text) >= least);
}

function countsAtMost(text: string, most: number): boolean {
  return text.length <= most || (text.length <= most * 2 && characters(text) <= most);
}

function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
