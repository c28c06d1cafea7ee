import { isJsonObject, type Json } from '../../kernel/index.js';
import { MAX_DEPTH, nestsDeeperThan } from './depth.js';

/** Why bytes could not be read as a JSON value. */
export type ParseFault =
  | { readonly reason: 'parse_error'; readonly problem: 'encoding' | 'json' }
  | { readonly reason: 'too_deep'; readonly limit: number }
  | { readonly reason: 'invalid_request'; readonly problem: 'forbidden_key' };

export type ParsedBody =
  { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly fault: ParseFault };

// RFC 8259, section 8.1 lets a parser ignore a byte order mark instead of refusing it: `ignoreBOM: false` drops it.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Reads the bytes of a body as one JSON value; never throws. Depth is bounded before parsing, invalid UTF-8 is refused
 * rather than replaced, and `__proto__` is refused as a key. The size is the transport's to check.
 */
export function parseBody(body: Uint8Array): ParsedBody {
  if (nestsDeeperThan(body, MAX_DEPTH)) return { ok: false, fault: { reason: 'too_deep', limit: MAX_DEPTH } };
  const text = decode(body);
  if (text === undefined) return { ok: false, fault: { reason: 'parse_error', problem: 'encoding' } };
  const value = parse(text);
  if (value === undefined) return { ok: false, fault: { reason: 'parse_error', problem: 'json' } };
  if (mayNameProto(text) && hasProtoKey(value)) {
    return { ok: false, fault: { reason: 'invalid_request', problem: 'forbidden_key' } };
  }
  return { ok: true, value };
}

function decode(body: Uint8Array): string | undefined {
  try {
    return utf8.decode(body);
  } catch {
    return undefined;
  }
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** `\u00` stands for the escaped spellings, such as `"\u005f_proto__"`. */
function mayNameProto(text: string): boolean {
  return text.includes('__proto__') || text.includes('\\u00');
}

/**
 * `JSON.parse` makes `__proto__` an own property, harmless by itself; the first `Object.assign` or `target[key] = value`
 * downstream would turn it into a prototype. `constructor` and `prototype` stay allowed: they do harm only through a deep
 * merge into an existing object, which nothing here does. The recursion is bounded by MAX_DEPTH.
 */
function hasProtoKey(value: Json): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some(hasProtoKey);
  if (!isJsonObject(value)) return false;
  return (
    Object.hasOwn(value, '__proto__') || Object.values(value).some((item) => item !== undefined && hasProtoKey(item))
  );
}
