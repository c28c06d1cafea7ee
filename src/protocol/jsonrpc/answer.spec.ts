import { expect, it } from '@jest/globals';
import { rpcError, rpcResult } from './answer.js';
import { excerpt, wellFormed } from './well-formed.js';

it('an answer repeats the id, writes null, and leaves an unknown id out', () => {
  const error = { code: -32600, message: 'm' };
  expect(rpcResult('', { a: 1 })).toEqual({ jsonrpc: '2.0', id: '', result: { a: 1 } });
  expect(rpcError(0, error)).toEqual({ jsonrpc: '2.0', id: 0, error });
  expect(rpcError(null, error)).toEqual({ jsonrpc: '2.0', id: null, error });
  expect(rpcError(undefined, error)).not.toHaveProperty('id');
});

it('a lone surrogate becomes U+FFFD and pairs stay', () => {
  expect(wellFormed('a\ud800b😀')).toBe('a\ufffdb😀');
});

it('an excerpt has at most 128 characters and never ends in half a pair', () => {
  expect(excerpt('x'.repeat(128))).toHaveLength(128);
  expect(excerpt('😀'.repeat(100))).toBe(`${'😀'.repeat(63)}\ufffd…`);
});
