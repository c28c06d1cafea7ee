const LONGEST = 60;
/** Controls, line separators, zero-width and bidirectional characters, and surrogates without their half. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text that is safe to print: at most 60 characters, invisible and direction-changing ones written as escapes. */
export function printable(text: string): string {
  const head = text.slice(0, LONGEST).replace(UNPRINTABLE, escape);
  return text.length <= LONGEST && head.length <= LONGEST ? head : `${cut(head, LONGEST - 1)}…`;
}

/** What was received, in a form that tells `"5"` from `5`: at most 60 characters. `undefined` means: nothing. */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return showList(value);
  if (typeof value === 'object' && value !== null) return showObject(value);
  return printable(String(value));
}

function quoted(text: string): string {
  const inner = printable(text);
  return `"${inner.length > LONGEST - 2 ? `${cut(inner, LONGEST - 3)}…` : inner}"`;
}

function showList(list: readonly unknown[]): string {
  if (list.length === 0) return '[]';
  const first: unknown = list[0];
  const shown = typeof first === 'object' && first !== null ? '…' : showValue(first);
  return list.length === 1 && shown.length < LONGEST - 2 ? `[${shown}]` : `[${cut(shown, LONGEST - 6)}, …]`;
}

function showObject(value: object): string {
  for (const key in value) return `{${cut(quoted(key), LONGEST - 6)}: …}`;
  return '{}';
}

/** Never leaves half of a surrogate pair behind. */
function cut(text: string, length: number): string {
  const head = text.slice(0, length);
  return /[\uD800-\uDBFF]$/.test(head) ? head.slice(0, -1) : head;
}

function escape(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}
