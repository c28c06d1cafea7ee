import type { IncomingMessage } from 'node:http';

type Sent = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'rawHeaders'>;

/**
 * Every Authorization line that was sent: of two, Node's `headers` silently keeps the first. `headersDistinct` costs
 * more than the rest of reading the headers, so it is asked only when there are two.
 */
export function authorizationOf(request: Sent): string | readonly string[] | undefined {
  const first = request.headers.authorization;
  if (first === undefined) return undefined;
  let lines = 0;
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index];
    if (name?.length === 'authorization'.length && name.toLowerCase() === 'authorization') lines++;
  }
  return lines > 1 ? request.headersDistinct.authorization : first;
}

/** A header that may have been sent twice: Node joins such lines with a comma, and then the lines are given one by one. */
export function headerOf(request: Sent, name: string): string | readonly string[] | undefined {
  const joined = request.headers[name];
  return typeof joined === 'string' && joined.includes(',') ? request.headersDistinct[name] : joined;
}
