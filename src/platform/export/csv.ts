/** A value of a cell. Text is guarded against formulas, everything else is written plainly; an object becomes JSON. */
export type Cell = string | number | bigint | boolean | Date | object | null | undefined;

/** Marks text that is a decimal number, such as an amount of credits: it is written plainly, never guarded. */
export class PlainNumber {
  /** @param text an optional minus, digits, an optional fraction */
  constructor(readonly text: string) {
    if (!/^-?\d+(\.\d+)?$/.test(text)) throw new RangeError('Not a plain decimal number');
  }
}

/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

// What spreadsheets take for the start of a formula, full-width forms included, also after white space.
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** One record of a CSV file (RFC 4180, 2): commas, CRLF, quotes doubled; a cell that looks like a formula gets an apostrophe. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return textCell(cell);
  if (cell instanceof PlainNumber) return cell.text;
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'object') return textCell(jsonText(cell));
  return String(cell);
}

function textCell(text: string): string {
  if (FORMULA.test(text)) return quoted(`'${text}`);
  return NEEDS_QUOTES.test(text) ? quoted(text) : text;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** JSON with bigint as strings: JavaScript clients would round larger numbers. */
export function jsonText(value: object): string {
  return JSON.stringify(value, (_key, item: unknown) => {
    if (typeof item === 'bigint') return item.toString();
    return item instanceof PlainNumber ? item.text : item;
  });
}
