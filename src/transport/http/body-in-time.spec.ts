import { createServer, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { bodyInTime, type TimedReading } from './body-in-time.js';

const server = createServer();
let socket: Socket | undefined;
afterEach(() => {
  socket?.destroy();
  server.removeAllListeners('request').close();
});

/** Sends a head and the given start of its body; resolves with what was read. */
async function read(start: string, length: number, limit: number, idleMs: number): Promise<TimedReading> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const reading = new Promise<TimedReading>((resolve, reject) => {
    server.on('request', (request: IncomingMessage) => {
      bodyInTime(request, limit, idleMs).then(resolve, reject);
    });
  });
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket
    .on('error', () => undefined)
    .write(`POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${String(length)}\r\n\r\n${start}`);
  return reading;
}

it('gives up on a body that stops arriving', async () => {
  expect(await read('abc', 10, 100, 50)).toEqual({ ok: false, reason: 'too_slow' });
});

it('reads a body that came with the head', async () => {
  expect(await read('abc', 3, 3, 10_000)).toEqual({ ok: true, bytes: Buffer.from('abc') });
});

it('refuses one that came with the head and is too long', async () => {
  expect(await read('abcd', 4, 3, 10_000)).toEqual({ ok: false, reason: 'too_large' });
});

it('reads an empty one', async () => {
  expect(await read('', 0, 3, 10_000)).toEqual({ ok: true, bytes: Buffer.alloc(0) });
});
