import { isJsonObject, type Json, type JsonObject } from '../kernel/index.js';
import { neutralise, scrub } from '../platform/index.js';

const LONGEST_TEXT = 500;
const LONGEST_NAME = 100;
const LARGEST = 8_192;

/**
 * Details that may be kept for years: secrets hidden, at most 8 levels and 100 items a level, control and bidirectional
 * characters neutralised, texts cut at 500 characters with a mark. More than 8 KB becomes `{"truncated": true}`.
 */
export function cleanDetails(details: JsonObject): JsonObject {
  const clean = cleanJson(scrub(details));
  return isJsonObject(clean) && JSON.stringify(clean).length <= LARGEST ? clean : { truncated: true };
}

/** A text of at most `most` UTF-16 units that ends with a mark when it was cut. */
export function cleanText(text: string, most: number): string {
  const shown = text.length > most ? `${neutralise(text, most - 1)}…` : neutralise(text);
  return shown.replace(/[\u2028\u2029]/g, '\ufffd');
}

function cleanJson(value: Json): Json {
  if (typeof value === 'string') return cleanText(value, LONGEST_TEXT);
  if (Array.isArray(value)) return value.map((item: Json) => cleanJson(item));
  if (!isJsonObject(value)) return value;
  const fields = Object.entries(value).map(([name, item]) => [cleanText(name, LONGEST_NAME), cleanJson(item ?? null)]);
  return Object.fromEntries(fields) as JsonObject;
}
