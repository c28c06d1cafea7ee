import type { IncomingHttpHeaders } from 'node:http';
import type { Random } from '../../kernel/index.js';
import type { RequestContext } from '../logger/index.js';

// W3C Trace Context, 3.2.2: version, trace-id, parent-id, flags; a later version may append fields.
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/;
const TRACE_ID_BYTES = 16;

/**
 * The ids of a request: its trace from `traceparent` (or a new one when that is absent or invalid), its own id from
 * `X-Request-Id` (1..128 characters of `A-Za-z0-9_.:/+=-`) or a new UUID.
 */
export function requestContext(headers: IncomingHttpHeaders, random: Random): RequestContext {
  const given = headers['x-request-id'];
  return {
    requestId: typeof given === 'string' && REQUEST_ID.test(given) ? given : random.uuid(),
    traceId: readTraceId(headers.traceparent) ?? random.bytes(TRACE_ID_BYTES).toString('hex'),
  };
}

/** The trace id of a valid `traceparent`: not version ff, no zero ids, nothing after the flags in version 00. */
export function readTraceId(traceparent: unknown): string | undefined {
  if (typeof traceparent !== 'string' || traceparent.length > 512) return undefined;
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(traceparent.trim()) ?? [];
  if (traceId === undefined || parentId === undefined || version === 'ff') return undefined;
  if (version === '00' && more !== undefined) return undefined;
  return /^0+$/.test(traceId) || /^0+$/.test(parentId) ? undefined : traceId;
}
