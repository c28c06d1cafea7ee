import type { Span } from './span.js';

const LOCAL = /[\p{L}\p{N}._%+'-]/u;
const HOST = /[\p{L}\p{N}.-]/u;
const HOST_NAME = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,24}/u;
/** A host name has at most 253 characters (RFC 1035, 2.3.4). */
const LONGEST_HOST = 254;

/**
 * E-mail addresses, international ones too, also with a space on either side of the at sign. Grows outwards from each
 * at sign, which cannot itself be passed, so the whole search is linear.
 */
export function findEmails(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const start = localStart(text, at);
    const hostStart = text[at + 1] === ' ' ? at + 2 : at + 1;
    const host = HOST_NAME.exec(hostRun(text, hostStart));
    if (start < at && host) spans.push({ start, end: hostStart + host[0].length, kind: 'email' });
  }
  return spans;
}

function localStart(text: string, at: number): number {
  const end = text[at - 1] === ' ' ? at - 1 : at;
  let start = end;
  while (start > 0 && LOCAL.test(text.charAt(start - 1))) start--;
  return start === end ? at : start;
}

function hostRun(text: string, start: number): string {
  let end = start;
  while (end < text.length && end - start < LONGEST_HOST && HOST.test(text.charAt(end))) end++;
  return text.slice(start, end);
}
