const CANONICAL_BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const SENTINEL_START = '=?base64?';
const SENTINEL_END = '?=';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A header as Node gives it (`headers` or `headersDistinct`). */
export type HeaderValue = string | readonly string[] | undefined;

/**
 * The value of a header without surrounding SP and HTAB (RFC 9110, section 5.5). A header sent twice with different
 * values becomes `a, b`, which equals no version, method or name and is refused by the ordinary comparison; sent twice with
 * one value it counts once.
 */
export function headerValue(raw: HeaderValue): string | undefined {
  if (raw === undefined) return undefined;
  if (typeof raw === 'string') return trim(raw);
  const distinct = new Set(raw.map(trim));
  return distinct.size === 0 ? undefined : [...distinct].join(', ');
}

/** The text that an `Mcp-Name` value stands for: `=?base64?<UTF-8>?=` is decoded; undefined when it is badly encoded. */
export function decodeHeaderText(value: string): string | undefined {
  if (!value.startsWith(SENTINEL_START) || !value.endsWith(SENTINEL_END)) return value;
  const base64 = value.slice(SENTINEL_START.length, -SENTINEL_END.length);
  if (!CANONICAL_BASE64.test(base64)) return undefined;
  try {
    return utf8.decode(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/** Linear: a pattern such as `[ \t]+$` takes quadratic time on a header full of blanks. */
function trim(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && isBlank(value.charCodeAt(start))) start++;
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--;
  return value.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
