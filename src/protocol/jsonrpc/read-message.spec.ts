import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../kernel/index.js';
import { readMessage } from './read-message.js';

const read = (members: { readonly [key: string]: Json }) => readMessage({ jsonrpc: '2.0', ...members });

describe('requests and notifications', () => {
  it('differ by the presence of the id alone', () => {
    expect(read({ id: 1, method: 'a', params: {} })).toEqual({ kind: 'request', id: 1, method: 'a', params: {} });
    expect(read({ method: 'a' })).toEqual({ kind: 'notification', method: 'a' });
  });

  it.each([[[1]], [null], ['x'], [5]])('take no params but an object: %j; the id is kept for the answer', (params) => {
    expect(read({ id: 4, method: 'a', params })).toEqual({ kind: 'malformed', problem: 'params', id: 4 });
  });

  it.each([[[]], [null], ['x']])('take no _meta but an object: %j', (_meta) => {
    expect(read({ id: 4, method: 'a', params: { _meta } })).toEqual({ kind: 'malformed', problem: 'meta', id: 4 });
  });

  it.each([[5], [null], ['m'.repeat(129)], ['\ud800']])('take no method but a well-formed short text: %j', (method) => {
    expect(read({ id: 4, method })).toEqual({ kind: 'malformed', problem: 'method', id: 4 });
  });

  it('take a method of 128 and an id of 256 characters', () => {
    expect(read({ id: 'i'.repeat(256), method: 'm'.repeat(128) }).kind).toBe('request');
  });

  it('are not responses at the same time', () => {
    expect(read({ id: 4, method: 'a', result: {} })).toEqual({ kind: 'malformed', problem: 'mixed', id: 4 });
  });
});

describe('responses', () => {
  it('carry a result or an error', () => {
    expect(read({ id: 1, result: { a: 1 } })).toEqual({ kind: 'response', id: 1, result: { a: 1 } });
    const error = { code: -1, message: 'no' };
    expect(read({ id: 'x', error })).toEqual({ kind: 'response', id: 'x', error });
    expect(read({ id: null, error })).toEqual({ kind: 'response', id: null, error });
  });

  it.each([
    [{ id: 1 }, 'method'],
    [{ id: 1, result: {}, error: { code: 1, message: '' } }, 'mixed'],
    [{ id: 1, result: {}, params: {} }, 'mixed'],
    [{ id: 1, result: 5 }, 'response'],
    [{ id: 1, error: { code: 'x', message: '' } }, 'response'],
    [{ result: {} }, 'id'],
    [{ id: true, error: { code: 1, message: '' } }, 'id'],
  ])('are malformed otherwise: %j', (members, problem) => {
    expect(read(members)).toMatchObject({ kind: 'malformed', problem });
  });
});
