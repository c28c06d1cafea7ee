/** The deepest nesting of arrays and objects that is parsed. The envelope of a tool call takes three levels. */
export const MAX_DEPTH = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * True when the JSON text nests deeper than `limit`. It reads bytes and never recurses, so that it can stand before the
 * parser and before everything that walks parsed values (validation, masking, audit). On text that is not JSON the
 * answer may be either; the parser refuses that text anyway.
 */
export function nestsDeeperThan(body: Uint8Array, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === QUOTE) {
      i = endOfString(body, i + 1);
    } else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true;
    } else if (byte === 0x5d || byte === 0x7d) {
      depth--;
    }
  }
  return false;
}

/** The index of the closing quote; the bytes of a multi-byte character are all above 0x7f, so none looks like one. */
function endOfString(body: Uint8Array, from: number): number {
  let i = from;
  for (; i < body.length && body[i] !== QUOTE; i++) {
    if (body[i] === BACKSLASH) i++;
  }
  return i;
}
