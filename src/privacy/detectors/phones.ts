import type { Span } from './span.js';

// A separator of at most three characters keeps every expression bounded, hence the search linear.
const S = '[ .()-]{0,3}';
/** Not inside a number or an identifier: `sha256` hex, `1.84951234567`, `a-84951234567` are none of ours. */
const LEAD = String.raw`(?<![\d_A-Za-z])(?<!\d[.:])(?<![\p{L}\d]-)`;
const TAIL = String.raw`(?![\d_A-Za-z])(?!-[\p{L}\d])(?!\.\d)`;
const CODE = String.raw`[346-9]\d{2}`;
const WORD = String.raw`(?:тел(?:ефон\p{L}{0,3})?|моб(?:ильн\p{L}{0,4})?|факс|(?:по|пере)?звон\p{L}{0,4}|phone|tel|mob(?:ile)?)`;

const EXPRESSIONS = [
  // International; +7 takes exactly ten more digits, so that a number that follows is left alone.
  String.raw`(?<!\d)\+7(?:${S}\d){10}(?!\d)`,
  String.raw`(?<!\d)\+(?!7)[1-9](?:${S}\d){9,14}(?!\d)`,
  // Domestic with the prefix 8 or 7: a code in brackets, or the usual grouping.
  String.raw`${LEAD}[78]${S}\(\d{3}\)(?:[ -]{0,2}\d){7}${TAIL}`,
  String.raw`${LEAD}[78]${S}\(\d{4}\)(?:[ -]{0,2}\d){6}${TAIL}`,
  String.raw`${LEAD}[78]${S}\(\d{5}\)(?:[ -]{0,2}\d){5}${TAIL}`,
  String.raw`${LEAD}[78][ .-]{0,2}${CODE}[ .-]{0,2}\d{3}[ .-]{0,2}\d{2}[ .-]{0,2}\d{2}${TAIL}`,
  // Without the prefix only with a code in brackets or with hyphens.
  String.raw`${LEAD}\((?:\d{3}\) ?\d{3}|\d{4}\) ?\d{2}|\d{5}\) ?\d)[ -]\d{2}[ -]\d{2}${TAIL}`,
  String.raw`${LEAD}${CODE}-\d{3}-\d{2}-\d{2}${TAIL}`,
].map((source) => new RegExp(source, 'gu'));

/** Local and ten-digit numbers, after a word that says what they are. */
const AFTER_WORD = new RegExp(
  String.raw`(?<!\p{L})${WORD}[.:№ ]{0,4}((?:\d[ -]?){6}\d(?:(?:[ -]?\d){3})?)${TAIL}`,
  'giu',
);

/** Phone numbers of Russia and Kazakhstan in their usual spellings, and international ones with a plus. */
export function findPhones(text: string): Span[] {
  if (!/\d{2}/.test(text)) return [];
  const spans = EXPRESSIONS.flatMap((expression) =>
    Array.from(text.matchAll(expression), (match): Span => spanOf(match.index, match[0].length)),
  );
  for (const match of text.matchAll(AFTER_WORD)) {
    const number = match[1] ?? '';
    spans.push(spanOf(match.index + match[0].length - number.length, number.length));
  }
  return spans;
}

function spanOf(start: number, length: number): Span {
  return { start, end: start + length, kind: 'phone' };
}
