import type { JsonObject } from '../kernel/index.js';
import { neutralise } from '../platform/index.js';

// JSON.stringify escapes lone surrogates as \udXXX (ECMA-262, 25.5.4.3), so that this finds them all.
const LONE_SURROGATE = /\\ud[89a-f]/;

/** The JSON text of a result and the object it stands for, free of lone surrogates and of `undefined`. */
export function jsonText(value: JsonObject): { text: string; structured: JsonObject } {
  const text = JSON.stringify(value);
  if (!LONE_SURROGATE.test(text)) return { text, structured: value };
  const clean = JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'string' ? neutralise(member) : member,
  );
  return { text: clean, structured: JSON.parse(clean) as JsonObject };
}
