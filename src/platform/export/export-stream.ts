import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BYTE_ORDER_MARK, csvLine, jsonText, type Cell } from './csv.js';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A column of the CSV form: its header and the cell of a row. */
export interface ExportColumn<Row> {
  readonly name: string;
  readonly cell: (row: Row) => Cell;
}

/** Rows on their way to a file. */
interface Export<Row extends object> {
  readonly format: ExportFormat;
  /** The file's name without extension: `[a-z0-9_-]`. */
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** Read only as fast as the client takes them; `return()` is called when the client hangs up. */
  readonly pages: AsyncIterable<readonly Row[]>;
}

const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The text of an export, one piece a page: CSV with a byte order mark and a header row, or one JSON object a line. */
async function* exportText<Row extends object>(source: Export<Row>): AsyncGenerator<string> {
  const csv = source.format === 'csv';
  if (csv) yield BYTE_ORDER_MARK + csvLine(source.columns.map((column) => column.name));
  for await (const rows of source.pages) {
    const lines = rows.map((row) =>
      csv ? csvLine(source.columns.map((column) => column.cell(row))) : `${jsonText(row)}\n`,
    );
    if (lines.length > 0) yield lines.join('');
  }
}

/**
 * Streams an export as a download with back-pressure. A hang-up of the client ends it quietly.
 * @throws whatever reading threw; when the answer has begun, its connection is cut, so that nobody takes a part for the whole
 */
export async function sendExport<Row extends object>(response: ServerResponse, source: Export<Row>): Promise<void> {
  const text = exportText(source);
  // Read ahead of the headers: a failure of the first page can still become a proper error.
  const first = await text.next();
  response.setHeader('Content-Type', MEDIA_TYPES[source.format]);
  response.setHeader('Content-Disposition', `attachment; filename="${source.name}.${source.format}"`);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  let failure: unknown;
  const next = (): Promise<IteratorResult<string>> =>
    text.next().catch((error: unknown) => {
      failure = error;
      throw error;
    });
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (let step: IteratorResult<string> = first; step.done !== true; step = await next()) yield step.value;
    } finally {
      await text.return(undefined);
    }
  }
  // What did not fail in `next` failed at the other end: the client is gone and nobody is left to be told.
  await pipeline(Readable.from(pieces(), { objectMode: false }), response).catch(() => undefined);
  if (failure !== undefined) throw failure as Error;
}
