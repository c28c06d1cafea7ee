import { describe, expect, it } from '@jest/globals';
import { metaFor } from './classify.fixtures.js';
import { META_KEYS, metaFault, metaOf } from './request-meta.js';

const of = (_meta: Parameters<typeof metaFault>[0]) =>
  metaOf({ kind: 'notification', method: 'a', params: { ...(_meta !== undefined && { _meta }) } });

describe('metaOf', () => {
  it('reads what is there', () => {
    const raw = {
      ...metaFor(),
      progressToken: 0,
      traceparent: 't',
      tracestate: 's',
      [META_KEYS.logLevel]: 'info',
      'io.example/x': 1,
    };
    expect(of(raw)).toEqual({
      raw,
      progressToken: 0,
      clientInfo: { name: 't', version: '1' },
      clientCapabilities: {},
      logLevel: 'info',
      traceparent: 't',
      tracestate: 's',
    });
  });

  it('leaves out what has a wrong type, and is empty without _meta', () => {
    const raw = { progressToken: 1.5, [META_KEYS.clientInfo]: 'me', [META_KEYS.logLevel]: 'loud', traceparent: 1 };
    expect(of(raw)).toEqual({ raw });
    expect(of(undefined)).toEqual({ raw: {} });
    expect(metaOf({ kind: 'notification', method: 'a' })).toEqual({ raw: {} });
  });

  it('cuts the name of a client', () => {
    expect(of({ [META_KEYS.clientInfo]: { name: 'n'.repeat(5000), version: '1' } }).clientInfo?.name).toHaveLength(128);
  });
});

describe('metaFault', () => {
  it.each([
    [META_KEYS.protocolVersion, 7],
    [META_KEYS.clientCapabilities, []],
    [META_KEYS.clientInfo, { name: 't' }],
    [META_KEYS.logLevel, 'loud'],
    ['progressToken', {}],
  ])('a wrong %s is named', (key, value) => {
    expect(metaFault({ ...metaFor(), [key]: value })).toEqual({ key, problem: 'invalid' });
  });

  it('a complete _meta has none', () => {
    expect(metaFault({ ...metaFor(), progressToken: 'p', [META_KEYS.logLevel]: 'debug' })).toBeUndefined();
  });
});
