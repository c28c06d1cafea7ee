import { describe, expect, it } from '@jest/globals';
import { neutralise } from './neutralise.js';

describe('neutralise', () => {
  it('leaves ordinary text, line breaks and whole emoji alone', () => {
    expect(neutralise('Абая 12\n\tкв. 3 🔥')).toBe('Абая 12\n\tкв. 3 🔥');
  });

  it('replaces NUL, escape sequences and bidirectional controls', () => {
    expect(neutralise('a\u0000b\u001b[31mc\u202ed\u2066e\u2028f')).toBe('a\ufffdb\ufffd[31mc\ufffdd\ufffde\ufffdf');
  });

  it('res-lone-surrogate: replaces half a pair, also when the cut makes it', () => {
    expect(neutralise('x\ud83d')).toBe('x\ufffd');
    expect(neutralise('ab🔥', 3)).toBe('ab\ufffd');
  });
});
