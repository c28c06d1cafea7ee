/** A value that a column can take; arrays become PostgreSQL arrays, objects jsonb. */
export type Cell = string | number | bigint | boolean | null | readonly (string | number)[] | JsonCell;

/** A value for a jsonb column. */
export class JsonCell {
  constructor(readonly value: unknown) {}
}

const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** One line of COPY in text format (PostgreSQL manual, COPY, "Text Format"). */
export function copyLine(cells: readonly Cell[]): string {
  return `${cells.map(copyCell).join('\t')}\n`;
}

function copyCell(cell: Cell): string {
  if (cell === null) return '\\N';
  if (typeof cell === 'boolean') return cell ? 't' : 'f';
  if (typeof cell === 'number' || typeof cell === 'bigint') return String(cell);
  return escape(
    typeof cell === 'string' ? cell : cell instanceof JsonCell ? JSON.stringify(cell.value) : arrayText(cell),
  );
}

function arrayText(items: readonly (string | number)[]): string {
  const quoted = items.map((item) => (typeof item === 'number' ? String(item) : `"${item.replace(/["\\]/g, '\\$&')}"`));
  return `{${quoted.join(',')}}`;
}

function escape(text: string): string {
  return text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
}
