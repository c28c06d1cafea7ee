import type { JsonObject } from '../../kernel/index.js';

/** A result without the members named; the same object when it has none of them. */
export function omit(value: JsonObject, names: readonly string[]): JsonObject {
  if (!names.some((name) => value[name] !== undefined)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}
