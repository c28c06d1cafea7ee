import { describe, expect, it } from '@jest/globals';
import { MAX_DEPTH, nestsDeeperThan } from './depth.js';
import { parseBody } from './parse-body.js';

const fault = (text: string) => {
  const parsed = parseBody(Buffer.from(text));
  return parsed.ok ? undefined : parsed.fault;
};
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('depth', () => {
  it('is allowed up to the limit and refused one level beyond', () => {
    expect(fault(nested(MAX_DEPTH))).toBeUndefined();
    expect(fault(nested(MAX_DEPTH + 1))).toEqual({ reason: 'too_deep', limit: MAX_DEPTH });
  });

  it('counts levels, not brackets', () => {
    expect(fault(`[${Array(1000).fill('{"a":[]}').join(',')}]`)).toBeUndefined();
  });

  it('does not count brackets inside strings, however these end', () => {
    const inside = '['.repeat(100);
    expect(fault(`["${inside}","\\"${inside}","\\\\",[]]`)).toBeUndefined();
    expect(nestsDeeperThan(Buffer.from(`"\\\\"${nested(3)}`), 2)).toBe(true);
  });

  it('survives a string without an end', () => {
    expect(nestsDeeperThan(Buffer.from('"abc\\'), 1)).toBe(false);
  });
});

describe('__proto__', () => {
  const forbidden = { reason: 'invalid_request', problem: 'forbidden_key' };

  it.each([
    '{"__proto__":{"admin":true}}',
    '{"a":[{"b":{"__proto__":1}}]}',
    '{"\\u005f_proto__":1}',
    '{"__pr\\u006Fto__":1}',
  ])('is refused as a key: %s', (text) => {
    expect(fault(text)).toEqual(forbidden);
  });

  it.each(['"__proto__"', '{"name":"__proto__"}', '{"constructor":1,"prototype":{}}', '{"caf\\u00e9":1}'])(
    'is not seen where there is none: %s',
    (text) => {
      expect(fault(text)).toBeUndefined();
    },
  );
});
