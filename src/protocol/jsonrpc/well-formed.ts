/// <reference lib="es2024.string" />

/** The longest piece of a caller's text that is repeated in a rejection. */
const EXCERPT_LENGTH = 128;

/** True when the text holds no lone surrogate, so that UTF-8 can carry it unchanged. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed();
}

/**
 * The text with each lone surrogate replaced by U+FFFD. `JSON.parse` lets `"\ud800"` through; PostgreSQL refuses it in
 * `jsonb` and UTF-8 changes it on the way, so two layers would see two texts. Apply it to a caller's text before it is
 * stored in the database, hashed, compared with a stored value, or put into a log. Ids and method names need no such
 * care: the reader of messages refuses ill-formed ones.
 */
export function wellFormed(text: string): string {
  return text.toWellFormed();
}

/** A caller's text as it may be repeated in an answer: well formed and at most 128 characters. */
export function excerpt(text: string): string {
  return wellFormed(text.length <= EXCERPT_LENGTH ? text : `${text.slice(0, EXCERPT_LENGTH - 1)}…`);
}
