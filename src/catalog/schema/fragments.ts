import type { JsonObject } from '../../kernel/index.js';

/** What a decorator adds to the schema of its field, or why it cannot be published. */
export type Fragment = { readonly schema: JsonObject } | { readonly mistake: string };
type Convert = (constraints: readonly unknown[]) => Fragment;

/** Versions 1 to 8, the nil and the max UUID (RFC 9562, 5): exactly what the validator accepts. */
const UUID =
  '^(?:[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[1-8][0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}' +
  '|0{8}-0{4}-0{4}-0{4}-0{12}|[Ff]{8}-[Ff]{4}-[Ff]{4}-[Ff]{4}-[Ff]{12})$';

const fixed =
  (schema: JsonObject): Convert =>
  () => ({ schema });
const bound =
  (keyword: string, type?: string): Convert =>
  ([limit]) => ({ schema: { ...(type === undefined ? {} : { type }), [keyword]: Number(limit) } });
const moment = fixed({ type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] });

/** The decorators that JSON Schema can say, by constraint name. Any other one is a mistake of the tool's author. */
const FRAGMENTS = new Map<string, Convert>([
  ['isString', fixed({ type: 'string' })],
  ['isNotBlank', fixed({ type: 'string', pattern: '\\S' })],
  ['isNotEmpty', fixed({ type: 'string', minLength: 1 })],
  ['isInt', fixed({ type: 'integer' })],
  ['isNumber', isNumber],
  ['isBoolean', fixed({ type: 'boolean' })],
  ['isObject', fixed({ type: 'object' })],
  ['isArray', fixed({})],
  ['isDefined', fixed({})],
  ['isIn', ([words]) => oneOf(words)],
  ['isEnum', ([members]) => oneOf(Object.values(members as object))],
  ['isPositive', fixed({ exclusiveMinimum: 0 })],
  ['isNegative', fixed({ exclusiveMaximum: 0 })],
  ['min', bound('minimum')],
  ['max', bound('maximum')],
  ['minLength', bound('minLength', 'string')],
  ['maxLength', bound('maxLength', 'string')],
  ['isLength', isLength],
  ['matches', matches],
  ['arrayNotEmpty', fixed({ minItems: 1 })],
  ['arrayMinSize', bound('minItems')],
  ['arrayMaxSize', bound('maxItems')],
  ['arrayUnique', fixed({ uniqueItems: true })],
  ['isUuid', ([version]) => (version === undefined || version === 'all' ? uuid() : mistake('@IsUUID with a version'))],
  ['isEmail', fixed({ type: 'string', format: 'email' })],
  ['isDateString', moment],
  ['isIso8601', moment],
  ['isLatitude', fixed({ type: 'number', minimum: -90, maximum: 90 })],
  ['isLongitude', fixed({ type: 'number', minimum: -180, maximum: 180 })],
]);

/** The part of a JSON Schema 2020-12 that means the same as a decorator of class-validator. */
export function fragmentOf(constraint: string, constraints: readonly unknown[]): Fragment {
  const convert = FRAGMENTS.get(constraint);
  return convert ? convert(constraints) : mistake(`@${constraint} cannot be written as JSON Schema`);
}

function mistake(text: string): Fragment {
  return { mistake: text };
}

function uuid(): Fragment {
  return { schema: { type: 'string', format: 'uuid', pattern: UUID } };
}

function isNumber([options]: readonly unknown[]): Fragment {
  const places = (options as { maxDecimalPlaces?: number } | undefined)?.maxDecimalPlaces;
  return places === undefined ? { schema: { type: 'number' } } : mistake('@IsNumber with maxDecimalPlaces');
}

function isLength([least, most]: readonly unknown[]): Fragment {
  return {
    schema: { type: 'string', minLength: Number(least), ...(most === undefined ? {} : { maxLength: Number(most) }) },
  };
}

function oneOf(words: unknown): Fragment {
  const list = Array.isArray(words) ? (words as unknown[]) : [];
  const type = list.every((word) => typeof word === 'string')
    ? 'string'
    : list.every((word) => Number.isInteger(word))
      ? 'integer'
      : list.every((word) => typeof word === 'number')
        ? 'number'
        : undefined;
  if (type === undefined || list.length === 0) return mistake('@IsIn and @IsEnum take texts or numbers, not a mixture');
  return { schema: { type, enum: list as string[] } };
}

/** ECMA-262 expressions with the flag `u` are what JSON Schema means by a pattern (core 6.4); flags have no place there. */
function matches([pattern, modifiers]: readonly unknown[]): Fragment {
  if (!(pattern instanceof RegExp) || modifiers !== undefined)
    return mistake('@Matches takes a regular expression only');
  if (pattern.flags.replace('u', '') !== '') return mistake(`@Matches(${String(pattern)}): flags cannot be published`);
  try {
    return { schema: { type: 'string', pattern: new RegExp(pattern.source, 'u').source } };
  } catch {
    return mistake(`@Matches(${String(pattern)}) is not valid with the flag u`);
  }
}
