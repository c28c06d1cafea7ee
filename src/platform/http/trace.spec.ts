import { describe, expect, it } from '@jest/globals';
import { SeededRandom } from '../../../test/support/time.js';
import { readTraceId, requestContext } from './trace.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('readTraceId (W3C Trace Context, 3.2)', () => {
  it.each([
    `00-${TRACE}-b7ad6b7169203331-01`,
    `01-${TRACE}-b7ad6b7169203331-01-more`,
    `cc-${TRACE}-b7ad6b7169203331-00`,
  ])('reads %s', (header) => {
    expect(readTraceId(header)).toBe(TRACE);
  });

  it.each([
    undefined,
    '',
    TRACE,
    `ff-${TRACE}-b7ad6b7169203331-01`,
    `00-${TRACE}-b7ad6b7169203331-01-more`,
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-${TRACE}-0000000000000000-01`,
    `00-${TRACE.toUpperCase()}-b7ad6b7169203331-01`,
    `00-${TRACE}-b7ad6b7169203331`,
    `01-${TRACE}-b7ad6b7169203331-01-${'x'.repeat(600)}`,
  ])('starts a new trace for %j', (header) => {
    expect(readTraceId(header)).toBeUndefined();
  });
});

describe('requestContext', () => {
  it('keeps the ids of the caller', () => {
    const headers = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, 'x-request-id': 'job-17/3' };
    expect(requestContext(headers, new SeededRandom())).toEqual({ requestId: 'job-17/3', traceId: TRACE });
  });

  it.each([undefined, '', 'a b', 'a\nb', '<script>', 'x'.repeat(129)])('makes ids in place of %j', (id) => {
    const context = requestContext(id === undefined ? {} : { 'x-request-id': id }, new SeededRandom());
    expect(context.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(context.traceId).toMatch(/^[0-9a-f]{32}$/);
  });
});
