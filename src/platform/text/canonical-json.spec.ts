import { describe, expect, it } from '@jest/globals';
import { canonicalJson } from './canonical-json.js';

describe('canonicalJson (RFC 8785)', () => {
  it('sorts members at every depth and keeps the order of arrays', () => {
    expect(canonicalJson({ b: [{ d: 1, c: null }, 2], a: 'é"' })).toBe('{"a":"é\\"","b":[{"c":null,"d":1},2]}');
  });

  it('sorts by UTF-16 units, as the example of 3.2.3 does', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
    const sorted = Object.keys(JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])))) as object);
    expect(sorted).toEqual(['1', '\r', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']);
  });

  it('writes numbers as JSON does and leaves undefined members out', () => {
    expect(canonicalJson({ n: [1.0, 1e21, -0, 0.1], gone: undefined })).toBe('{"n":[1,1e+21,0,0.1]}');
  });
});
