import { describe, expect, it } from '@jest/globals';
import { copyLine, JsonCell } from './copy-text.js';

describe('copyLine', () => {
  it('writes each kind of value as COPY reads it', () => {
    expect(copyLine([1.5, 7n, true, false, null, 'текст', [1, 2], ['a "b"', 'c\\d'], new JsonCell({ a: [1] })])).toBe(
      '1.5\t7\tt\tf\t\\N\tтекст\t{1,2}\t{"a \\\\"b\\\\"","c\\\\\\\\d"}\t{"a":[1]}\n',
    );
  });

  it('escapes what would end a field or a row', () => {
    expect(copyLine(['a\tb\nc\rd\\e', '\\.'])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\.\n');
  });
});
