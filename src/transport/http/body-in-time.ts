import type { IncomingMessage } from 'node:http';
import { readBody, type BodyReading } from '../../platform/index.js';

/** The longest pause between two pieces of a body, ms. The whole request has `server.requestTimeout`. */
const IDLE_MS = 10_000;

export type TimedReading = BodyReading | { readonly ok: false; readonly reason: 'too_slow' };

/**
 * Reads a body of at most `limit` bytes that arrives without long pauses. Most bodies come in the packet of the headers
 * and are here one turn of the event loop later: those cost neither listeners nor a timer.
 */
export async function bodyInTime(request: IncomingMessage, limit: number, idleMs = IDLE_MS): Promise<TimedReading> {
  // The parser gives the headers away before it looks at the bytes behind them.
  if (!request.complete) await new Promise((resolve) => setImmediate(resolve));
  if (request.complete) {
    const bytes = (request.read() as Buffer | null) ?? Buffer.alloc(0);
    return bytes.length > limit ? { ok: false, reason: 'too_large' } : { ok: true, bytes };
  }
  // A client that is gone emits nothing more.
  if (request.destroyed) return { ok: false, reason: 'aborted' };
  return new Promise((resolve, reject) => {
    request.setTimeout(idleMs, () => resolve({ ok: false, reason: 'too_slow' }));
    readBody(request, limit).then((reading) => {
      // Back to the server's own time-outs: a running tool may be silent for longer.
      request.setTimeout(0);
      resolve(reading);
    }, reject);
  });
}
