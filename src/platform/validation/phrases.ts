import type { LocalText } from '../../kernel/index.js';

type Phrase = (constraints: readonly unknown[]) => LocalText;

const MOST_WORDS = 50;

const fixed =
  (ru: string, en: string): Phrase =>
  () => ({ ru, en });
const bound =
  (ru: string, en: string): Phrase =>
  ([limit]) => ({ ru: `${ru} ${String(limit)}`, en: `${en} ${String(limit)}` });
const oneOf =
  (position: number): Phrase =>
  (constraints) => {
    const words = constraints[position];
    const list = Array.isArray(words) ? words.slice(0, MOST_WORDS).map(String).join(', ') : '';
    return { ru: `одно из: ${list}`, en: `one of: ${list}` };
  };

/** What each decorator of class-validator demands, by its constraint name. */
const PHRASES = new Map<string, Phrase>([
  ['isString', fixed('строка', 'a string')],
  ['isNotBlank', fixed('непустой текст', 'a text that is not blank')],
  ['isNotEmpty', fixed('непустое значение', 'not empty')],
  ['isDefined', fixed('значение обязательно', 'a value is required')],
  ['isInt', fixed('целое число', 'an integer')],
  ['isNumber', fixed('число', 'a number')],
  ['isPositive', fixed('больше 0', 'greater than 0')],
  ['isNegative', fixed('меньше 0', 'less than 0')],
  ['isBoolean', fixed('true или false', 'true or false')],
  ['isDate', fixed('дата', 'a date')],
  ['isIn', oneOf(0)],
  ['isEnum', oneOf(1)],
  ['equals', bound('ровно', 'exactly')],
  ['min', bound('не меньше', 'at least')],
  ['max', bound('не больше', 'at most')],
  ['minLength', bound('длина не меньше', 'length at least')],
  ['maxLength', bound('длина не больше', 'length at most')],
  ['isLength', length],
  ['matches', ([pattern]) => ({ ru: `по образцу ${String(pattern)}`, en: `matching ${String(pattern)}` })],
  ['isArray', fixed('список', 'a list')],
  ['arrayNotEmpty', fixed('хотя бы один элемент', 'at least one element')],
  ['arrayMinSize', bound('элементов не меньше', 'number of elements at least')],
  ['arrayMaxSize', bound('элементов не больше', 'number of elements at most')],
  ['arrayUnique', fixed('без повторов', 'without repetitions')],
  ['isUuid', fixed('UUID', 'a UUID')],
  ['isEmail', fixed('адрес электронной почты', 'an e-mail address')],
  ['isUrl', fixed('адрес URL', 'a URL')],
  [
    'isDateString',
    fixed('дата вида 2026-11-30 или 2026-11-30T10:00:00Z', 'a date like 2026-11-30 or 2026-11-30T10:00:00Z'),
  ],
  [
    'isIso8601',
    fixed('дата вида 2026-11-30 или 2026-11-30T10:00:00Z', 'a date like 2026-11-30 or 2026-11-30T10:00:00Z'),
  ],
  ['isObject', fixed('объект', 'an object')],
  ['nestedValidation', fixed('объект', 'an object')],
  ['isLatitude', fixed('широта от -90 до 90', 'a latitude from -90 to 90')],
  ['isLongitude', fixed('долгота от -180 до 180', 'a longitude from -180 to 180')],
]);

const UNKNOWN = fixed('другое значение (см. описание поля)', 'another value (see the description of the field)');

/** What a constraint allows, in words that follow «допустимо:». */
export function phraseOf(constraint: string, constraints: readonly unknown[]): LocalText {
  return (PHRASES.get(constraint) ?? UNKNOWN)(constraints);
}

function length([shortest, longest]: readonly unknown[]): LocalText {
  const [least, most] = [Number(shortest), Number(longest ?? Infinity)];
  if (most === Infinity) return { ru: `длина не меньше ${least}`, en: `length at least ${least}` };
  return { ru: `длина от ${least} до ${most}`, en: `length from ${least} to ${most}` };
}
