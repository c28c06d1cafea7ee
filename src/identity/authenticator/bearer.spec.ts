import { describe, expect, it } from '@jest/globals';
import { AppError } from '../../kernel/index.js';
import { bearerToken } from './bearer.js';

function problemOf(authorization: string | string[] | undefined): unknown {
  try {
    return `accepted ${bearerToken(authorization)}`;
  } catch (error) {
    return error instanceof AppError ? error.data.problem : error;
  }
}

describe('bearerToken', () => {
  it.each(['Bearer k1', 'bearer k1', 'BEARER k1', 'Bearer  k1', 'Bearer k1 ', ' Bearer k1'])(
    'tok-scheme-parsing: %j holds the token',
    (header) => {
      expect(bearerToken(header)).toBe('k1');
    },
  );

  it.each([
    ['no header', undefined, 'missing'],
    ['an empty list', [], 'missing'],
    ['an empty header', '', 'missing'],
    ['a scheme without token', 'Bearer', 'missing'],
    ['a scheme and spaces', 'Bearer   ', 'missing'],
    ['another scheme', 'Basic azE6', 'missing'],
    ['a word that begins like the scheme', 'Bearerk1', 'missing'],
    ['two headers', ['Bearer k1', 'Bearer k2'], 'malformed'],
    ['the same header twice', ['Bearer k1', 'Bearer k1'], 'malformed'],
    ['a list in one header', 'Bearer k1,Bearer k2', 'malformed'],
    ['a list with a space', 'Bearer k1, Bearer k2', 'malformed'],
    ['two tokens', 'Bearer k1 k2', 'malformed'],
    ['a letter outside token68', 'Bearer ключ', 'malformed'],
    ['a tab for the space', 'Bearer\tk1', 'missing'],
    ['10 KiB', `Bearer ${'a'.repeat(10_240)}`, 'invalid'],
  ])('tok-scheme-parsing: %s is refused', (_name, header, problem) => {
    expect(problemOf(header)).toBe(problem);
  });
});
