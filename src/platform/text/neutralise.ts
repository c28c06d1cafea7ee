// NUL and other control characters (TAB and LF stay), line and paragraph separators (a line break to some readers of a log),
// bidirectional controls (Unicode TR36, 2.4), lone surrogates.
/* eslint-disable no-control-regex -- control characters are what these look for */
const SUSPECT =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069\ud800-\udfff]/;
const HARMFUL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]/g;
/* eslint-enable no-control-regex */

/**
 * Makes a text safe to store and to show: control, separator and bidirectional characters and lone surrogates become U+FFFD.
 * @param most the text is cut at this many UTF-16 units, never inside a surrogate pair
 */
export function neutralise(text: string, most = Number.POSITIVE_INFINITY): string {
  const cut = text.length > most ? text.slice(0, most) : text;
  return SUSPECT.test(cut) ? cut.toWellFormed().replace(HARMFUL, '\ufffd') : cut;
}
