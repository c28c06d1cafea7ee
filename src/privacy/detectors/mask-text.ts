import { maskValue } from '../masks.js';
import { findEmails } from './emails.js';
import { normalise } from './normalise.js';
import { findPersons } from './persons.js';
import { findPhones } from './phones.js';
import type { Span } from './span.js';

/** What was found in a text: told to the caller once for each place. */
export type OnFound = (kind: Span['kind']) => void;

/** Without a digit, an at sign (also full-width) or a Cyrillic letter there is nothing to find. */
const WORTH_A_LOOK = /[\p{Nd}@\uff20\u0400-\u04ff]/u;

/** A mask can uncover a neighbour that was glued to it, so the result is searched again; more rounds find nothing. */
const MOST_ROUNDS = 5;

/**
 * Masks phones, e-mails and names in free text; all else stays byte for byte. Linear in the text.
 * @param until masks only what starts before this offset and ends the result there (a text that will be cut)
 */
export function maskText(text: string, onFound: OnFound = () => undefined, until = text.length): string {
  if (!WORTH_A_LOOK.test(text)) return text.slice(0, until);
  let masked = maskOnce(text, onFound, until);
  for (let round = 1, before = text.slice(0, until); masked !== before && round < MOST_ROUNDS; round++) {
    before = masked;
    masked = maskOnce(masked, onFound, masked.length);
  }
  return masked;
}

function maskOnce(text: string, onFound: OnFound, until: number): string {
  const { text: plain, original } = normalise(text);
  const pieces: string[] = [];
  let position = 0;
  for (const { start, end, kind } of findAll(plain)) {
    const from = original(start);
    if (from >= until) break;
    onFound(kind);
    pieces.push(text.slice(position, from), maskValue(kind, plain.slice(start, end)));
    position = original(end - 1) + 1;
  }
  pieces.push(text.slice(position, Math.max(position, until)));
  return pieces.join('');
}

/** In order; places that overlap become one, so that no tail of a second one stays readable. */
function findAll(text: string): Span[] {
  const spans = [...findPhones(text), ...findEmails(text), ...findPersons(text)];
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (!last || span.start >= last.end) merged.push(span);
    else if (span.end > last.end) merged.splice(-1, 1, { ...last, end: span.end });
  }
  return merged;
}
