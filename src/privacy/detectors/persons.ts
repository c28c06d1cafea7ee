import type { Span } from './span.js';

const UP = 'А-ЯЁӘҒҚҢӨҰҮІҺ';
const LOW = 'а-яёәғқңөұүіһ';
const PART = `[${UP}](?:[${LOW}]{1,30}|[${UP}]{2,30})`;
const SURNAME = `${PART}(?:-${PART})?`;
const INITIALS = String.raw`[${UP}]\. ?(?:[${UP}]\. ?){0,2}[${UP}]\.`;
const START = String.raw`(?<![\p{L}\p{N}_])`;
const END = String.raw`(?![\p{L}\p{N}_])`;

const SURNAME_FIRST = new RegExp(`${START}${SURNAME} {1,2}${INITIALS}`, 'gu');
/** Not the initials that a mask left behind. */
const INITIALS_FIRST = new RegExp(String.raw`${START}(?<!\*{3}\p{L}? )${INITIALS} ?${SURNAME}${END}`, 'gu');
const WORD = new RegExp(`${START}${SURNAME}${END}`, 'gu');
const PATRONYMIC = /(?:(?:ович|евич|ьич|кич|мич)(?:[ауе]|ем)?|(?:овн|евн|ичн)(?:[аыеу]|ой|ою)|[уұ]лы|[кқ]ызы|оглы)$/iu;

/** Names in Cyrillic that show themselves by initials or a patronymic: «Иванов И. И.», «Иванов Иван Иванович». */
export function findPersons(text: string): Span[] {
  const withInitials = [SURNAME_FIRST, INITIALS_FIRST].flatMap((expression) =>
    Array.from(text.matchAll(expression), (match) => spanOf(match.index, match.index + match[0].length)),
  );
  return [...withInitials, ...findByPatronymic(text)];
}

/** The capitalised words around a patronymic: a name before it, a surname before that or after it. */
function findByPatronymic(text: string): Span[] {
  const words = Array.from(text.matchAll(WORD), (match) => spanOf(match.index, match.index + match[0].length));
  const adjacent = (left: Span | undefined, right: Span | undefined): boolean =>
    left !== undefined && right !== undefined && /^ {1,2}$/.test(text.slice(left.end, right.start).slice(0, 3));
  return words.flatMap((word, index) => {
    const name = words[index - 1];
    if (!PATRONYMIC.test(text.slice(word.start, word.end)) || !name || !adjacent(name, word)) return [];
    const before = words[index - 2];
    const after = words[index + 1];
    if (before && adjacent(before, name)) return [spanOf(before.start, word.end)];
    return [spanOf(name.start, after && adjacent(word, after) ? after.end : word.end)];
  });
}

function spanOf(start: number, end: number): Span {
  return { start, end, kind: 'person' };
}
