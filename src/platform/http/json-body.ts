import type { NextFunction, Request, Response } from 'express';
import { badJson, bodyTooLarge, encodingRefused, mediaTypeRefused, tooDeep, type Refusal } from './refusal.js';
import { dropRest, readBody } from './read-body.js';

const MAX_DEPTH = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?;?$/i;

/**
 * Reads the JSON body of a REST request into `request.body`. Only `application/json` in UTF-8, uncompressed, at most
 * `limit` bytes and 32 levels deep; a body of another kind is refused, not ignored.
 * Express's own parser would read a refused body to its end, however long, before answering.
 */
export function jsonBody(limit: number) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    parse(request, limit).then((refusal) => {
      if (refusal === undefined) next();
      else next(refusal);
    }, next);
  };
}

async function parse(request: Request, limit: number): Promise<Refusal | undefined> {
  if (!hasBody(request)) return undefined;
  const refusal = checkHeaders(request);
  if (refusal !== undefined) {
    dropRest(request);
    return refusal;
  }
  const reading = await readBody(request, limit);
  if (!reading.ok) return reading.reason === 'too_large' ? bodyTooLarge(limit) : badJson();
  if (reading.bytes.length === 0) return undefined;
  const body = decode(reading.bytes);
  if (body === undefined) return badJson();
  if (!withinDepth(body, MAX_DEPTH)) return tooDeep(MAX_DEPTH);
  request.body = body;
  return undefined;
}

// RFC 9112, 6.3: a request has a body when it has Transfer-Encoding or a Content-Length above zero.
function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function checkHeaders(request: Request): Refusal | undefined {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') return encodingRefused();
  return JSON_TYPE.test(request.headers['content-type']?.trim() ?? '') ? undefined : mediaTypeRefused();
}

function decode(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

function withinDepth(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => withinDepth(item, levels - 1));
}
