import type { IncomingMessage } from 'node:http';

// After a refusal what the client still sends is read and dropped for a while: closing at once would reset the
// connection before the client has read the answer (RFC 9112, 9.6).
const LINGER_MS = 2_000;
const LINGER_BYTES = 8 * 1_048_576;

/** The bytes of a body, or why there are none. */
export type BodyReading =
  { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly reason: 'too_large' | 'aborted' };

/**
 * Reads a body of at most `limit` bytes, with or without Content-Length. As soon as it is known to be longer the answer
 * is `too_large`; the rest is dropped, and the connection too when the client does not stop.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<BodyReading> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (reading: BodyReading): void => {
      request.off('data', onData).off('end', onEnd).off('close', onAbort).off('error', onAbort);
      resolve(reading);
    };
    const refuse = (): void => {
      finish({ ok: false, reason: 'too_large' });
      dropRest(request);
    };
    const onData = (chunk: Buffer): void => {
      size += chunk.length;
      if (size > limit) refuse();
      else chunks.push(chunk);
    };
    const onEnd = (): void => finish({ ok: true, bytes: Buffer.concat(chunks, size) });
    const onAbort = (): void => finish({ ok: false, reason: 'aborted' });
    if (Number(request.headers['content-length'] ?? 0) > limit) return refuse();
    request.on('data', onData).on('end', onEnd).on('close', onAbort).on('error', onAbort);
  });
}

/** Reads on and drops what comes, for 2 s and 8 MiB at most; then the connection is cut. */
export function dropRest(request: IncomingMessage): void {
  let left = LINGER_BYTES;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  timer.unref();
  request
    .on('error', () => undefined)
    .on('close', () => clearTimeout(timer))
    .on('end', () => clearTimeout(timer))
    .on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) request.destroy();
    });
}
