/** Short forms of the words that stand before a name, as people type them. */
const EXPANSIONS: ReadonlyMap<string, string> = new Map([
  ['ул', 'улица'],
  ['пр', 'проспект'],
  ['просп', 'проспект'],
  ['прт', 'проспект'],
  ['пркт', 'проспект'],
  ['мкр', 'микрорайон'],
  ['мкрн', 'микрорайон'],
  ['мкрайон', 'микрорайон'],
  ['мн', 'микрорайон'],
]);
// "пр-т", "пр-кт", "мкр-н", "м-н": one word, although punctuation otherwise parts words.
const HYPHENATED = /(?<![\p{L}\p{N}])(пр|мкр|м)-(т|кт|н)(?![\p{L}\p{N}])/gu;
// "д. 5", "дом 5": the word says nothing that the number does not.
const HOUSE = /(?<![\p{L}\p{N}])(?:д|дом)\s+(?=\p{N})/gu;

/** The words that may stand before a street's name; a search works without them. */
export const PLACE_WORDS = ['улица', 'проспект', 'микрорайон'] as const;

/**
 * The form in which names and addresses are stored for search and in which queries are compared with them:
 * lower case, ё as е, punctuation as spaces, short forms written out, single spaces. `Пр-т Абая, д.12` becomes
 * `проспект абая 12`. A text of punctuation alone becomes `''`. The result holds letters, digits and spaces only,
 * so that it is also safe inside LIKE.
 */
export function normaliseSearch(text: string): string {
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replace(HYPHENATED, '$1$2')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(HOUSE, '')
    .trim();
  if (plain === '') return '';
  return plain
    .split(' ')
    .map((word) => EXPANSIONS.get(word) ?? word)
    .join(' ');
}
