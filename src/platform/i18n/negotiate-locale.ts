import { LOCALES, type Locale } from '../../kernel/index.js';

const MAX_HEADER = 256;
// RFC 9110, 12.4.2: weight = OWS ";" OWS "q=" qvalue, at most three decimals.
const RANGE = /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*|\*)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * Chooses the language of an answer (RFC 9110, 12.5.4; ranges match by their primary subtag, RFC 4647, 3.4).
 * A language that the header names wins over the account's: the header belongs to this very request. `*`, an empty
 * header, one without our languages or one longer than 256 characters says nothing: the account's language, then `fallback`.
 * @param account the language that the user chose in the account, if any
 */
export function negotiateLocale(
  acceptLanguage: string | undefined,
  account: Locale | undefined,
  fallback: Locale,
): Locale {
  const weights = readWeights(acceptLanguage);
  const rest = weights.get('*') ?? 0;
  const named = [...weights.keys()].flatMap((range) => LOCALES.filter((locale) => locale === range));
  const candidates = new Set([...named, ...(account === undefined ? [] : [account]), fallback, ...LOCALES]);
  let best: Locale | undefined;
  let bestWeight = 0;
  for (const locale of candidates) {
    const weight = weights.get(locale) ?? rest;
    if (weight > bestWeight) [best, bestWeight] = [locale, weight];
  }
  return best ?? account ?? fallback;
}

/** Primary subtag or `*` -> the highest weight given to it, in the order of the header. */
function readWeights(header: string | undefined): Map<string, number> {
  const weights = new Map<string, number>();
  if (header === undefined || header.length > MAX_HEADER) return weights;
  for (const item of header.split(',')) {
    const match = RANGE.exec(item.trim());
    if (!match?.[1]) continue;
    const primary = match[1].toLowerCase().split('-', 1)[0] ?? '';
    weights.set(primary, Math.max(weights.get(primary) ?? 0, Number(match[2] ?? 1)));
  }
  return weights;
}
