/** Text in which look-alike digits, spaces and dashes are plain ones, with the way back to the original. */
export interface Normalised {
  readonly text: string;
  /** The offset in the original of an offset in `text`; the length maps to the length. */
  readonly original: (offset: number) => number;
}

/** White space and soft hyphens, zero-width characters, dashes, full-width forms, Arabic digits. */
const UNUSUAL =
  /[\t\u00a0\u00ad\u0660-\u0669\u06f0-\u06f9\u1680\u2000-\u2015\u202a-\u202f\u205f-\u2064\u2212\u3000\ufeff\uff01-\uff5e]/;
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/;
const SPACE = /[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/;
const DASH = /[\u2010-\u2015\u2212]/;

/** Undoes the usual ways of writing a number so that a detector does not see it. Linear in the text. */
export function normalise(text: string): Normalised {
  if (!UNUSUAL.test(text)) return { text, original: (offset) => offset };
  const offsets: number[] = [];
  const kept: string[] = [];
  for (let offset = 0; offset < text.length; offset++) {
    const character = text.charAt(offset);
    if (UNUSUAL.test(character) && INVISIBLE.test(character)) continue;
    offsets.push(offset);
    kept.push(UNUSUAL.test(character) ? plain(character) : character);
  }
  offsets.push(text.length);
  return { text: kept.join(''), original: (offset) => offsets[offset] ?? text.length };
}

function plain(character: string): string {
  if (SPACE.test(character)) return ' ';
  if (DASH.test(character)) return '-';
  const code = character.charCodeAt(0);
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0);
  return String((code - (code < 0x06f0 ? 0x0660 : 0x06f0)) % 10);
}
