import type { Json } from '../../kernel/index.js';
import { scrubText } from './scrub-text.js';

const MAX_DEPTH = 8;
const MAX_ITEMS = 100;
const SECRET_NAME =
  /(?:password|passwd|passphrase|pwd|secret|token|apikey|privatekey|authorization|cookie|credential|jwt)s?$/;
// Of an error's own fields only these: the detail of a database error quotes whole rows.
const ERROR_FIELDS = ['code', 'status', 'constraint', 'table', 'data', 'cause', 'errors'] as const;

/**
 * A copy of any value that is safe to log: secrets hidden by field name and by pattern, errors with their causes,
 * cycles, depth (8) and width (100 items) bounded, nothing thrown.
 */
export function scrub(value: unknown): Json {
  return copy(value, 0, new Set());
}

function copy(value: unknown, depth: number, path: Set<object>): Json {
  switch (typeof value) {
    case 'string':
      return scrubText(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : copyObject(value, depth, path);
    case 'undefined':
      return null;
    case 'function':
      return '[function]';
    case 'bigint':
    case 'symbol':
      return scrubText(String(value));
  }
}

function copyObject(value: object, depth: number, path: Set<object>): Json {
  if (path.has(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  path.add(value);
  try {
    return copyKnown(value, depth + 1, path);
  } catch {
    // A getter or a proxy threw: logging must never fail the caller.
    return '[unreadable]';
  } finally {
    path.delete(value);
  }
}

function copyKnown(value: object, depth: number, path: Set<object>): Json {
  if (value instanceof Error) return copyError(value, depth, path);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof URL) return scrubText(value.href);
  if (ArrayBuffer.isView(value)) return `[${String(value.byteLength)} bytes]`;
  if (value instanceof Map)
    return copyEntries(
      [...value].map(([key, item]) => [String(key), item]),
      depth,
      path,
    );
  if (Array.isArray(value) || value instanceof Set) {
    const items: unknown[] = [...value];
    const shown = items.slice(0, MAX_ITEMS).map((item) => copy(item, depth, path));
    return items.length > MAX_ITEMS ? [...shown, `… ${String(items.length)} items`] : shown;
  }
  return copyEntries(Object.entries(value), depth, path);
}

function copyEntries(entries: [string, unknown][], depth: number, path: Set<object>): Json {
  const shown = entries.slice(0, MAX_ITEMS).map(([name, item]): [string, Json] => {
    const hidden = isSecretName(name) && item !== null && item !== undefined && typeof item !== 'boolean';
    return [scrubText(name), hidden ? '[redacted]' : copy(item, depth, path)];
  });
  if (entries.length > MAX_ITEMS) shown.push(['…', `${String(entries.length)} fields`]);
  return Object.fromEntries(shown);
}

function copyError(error: Error, depth: number, path: Set<object>): Json {
  const fields: [string, unknown][] = ERROR_FIELDS.flatMap((name): [string, unknown][] => {
    const value: unknown = Reflect.get(error, name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    name: scrubText(error.name),
    message: scrubText(error.message),
    ...(error.stack === undefined ? {} : { stack: scrubText(error.stack) }),
    ...Object.fromEntries(fields.map(([name, value]) => [name, copy(value, depth, path)])),
  };
}

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name.toLowerCase().slice(-64).replace(/[-_ ]/g, ''));
}
