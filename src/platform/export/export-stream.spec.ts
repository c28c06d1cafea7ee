import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { sendExport, type ExportFormat } from './index.js';

interface Row {
  readonly id: bigint;
  readonly text: string;
}

const COLUMNS = [
  { name: 'id', cell: (row: Row) => row.id },
  { name: 'text', cell: (row: Row) => row.text },
];

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server that answers with the export; `done` settles as `sendExport` does. */
async function serve(pages: AsyncIterable<readonly Row[]>, format: ExportFormat = 'csv') {
  const { promise: done, resolve, reject } = withResolvers();
  server = createServer((_request, response) => {
    sendExport(response, { format, name: 'rows', columns: COLUMNS, pages }).then(resolve, (error: unknown) => {
      response.destroy();
      reject(error as Error);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, done };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve = (): void => undefined;
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

async function* twoPages(): AsyncGenerator<Row[]> {
  yield [{ id: 2n, text: 'Абая, 12' }];
  await Promise.resolve();
  yield [{ id: 1n, text: '=1' }];
}

describe('sendExport', () => {
  it('exp-csv-formula: sends CSV as UTF-8 with a byte order mark, a header row and CRLF', async () => {
    const { url } = await serve(twoPages());
    const answer = await fetch(url);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rows.csv"');
    expect(Buffer.from(await answer.arrayBuffer()).toString()).toBe('\ufeffid,text\r\n2,"Абая, 12"\r\n1,"\'=1"\r\n');
  });

  it('sends NDJSON, one object a line, bigint as strings', async () => {
    const { url } = await serve(twoPages(), 'ndjson');
    expect(await (await fetch(url)).text()).toBe('{"id":"2","text":"Абая, 12"}\n{"id":"1","text":"=1"}\n');
  });

  it('stops reading when the client hangs up, and reads no faster than the client takes', async () => {
    let read = 0;
    let closed = false;
    async function* endless(): AsyncGenerator<Row[]> {
      try {
        for (;;) {
          await new Promise((resolve) => setImmediate(resolve));
          read += 1;
          yield [{ id: 1n, text: 'x'.repeat(65_536) }];
        }
      } finally {
        closed = true;
      }
    }
    const { url, done } = await serve(endless());
    const request = get(url);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.pause();
    let before = -1;
    while (read !== before) {
      before = read;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // What fits the buffers of the sockets is megabytes; an unbounded reader would be far beyond.
    expect(read).toBeLessThan(1_000);
    answer.destroy();
    await done;
    expect(closed).toBe(true);
  });

  it('cuts the connection when reading fails in the middle, so that a part is not taken for the whole', async () => {
    async function* broken(): AsyncGenerator<Row[]> {
      yield [{ id: 1n, text: 'x' }];
      await new Promise((resolve) => setTimeout(resolve, 10));
      throw new Error('the database went away');
    }
    const { url, done } = await serve(broken());
    await expect(fetch(url).then((answer) => answer.text())).rejects.toThrow();
    await expect(done).rejects.toThrow('the database went away');
  });
});
