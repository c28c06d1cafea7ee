import { afterEach, describe, expect, it, jest } from '@jest/globals';
import argon2 from 'argon2';
import { SeededRandom } from '../../../test/support/time.js';
import { checkNewPassword, Passwords } from './passwords.js';

const passwords = new Passwords(new SeededRandom());

describe('Passwords', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('hashes with argon2id, 19 MiB, two passes, one lane', async () => {
    expect(await passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,(?:p=1,t=2|t=2,p=1)\$/);
  });

  it('accepts the right password and no other', async () => {
    const stored = await passwords.hash('correct horse');
    expect(await passwords.verify(stored, 'correct horse')).toBe(true);
    expect(await passwords.verify(stored, 'correct horsE')).toBe(false);
    expect(await passwords.verify(stored, '')).toBe(false);
  });

  it('accepts one password from keyboards that compose й in one code point or two', async () => {
    const stored = await passwords.hash('мой пароль');
    expect(await passwords.verify(stored, 'мой пароль'.normalize('NFD'))).toBe(true);
  });

  it('checks an unknown user against a hash of the same cost, and refuses', async () => {
    const verify = jest.spyOn(argon2, 'verify');
    expect(await passwords.verify(undefined, 'correct horse')).toBe(false);
    expect(verify).toHaveBeenCalledTimes(1);
    expect(verify.mock.calls[0]?.[0]).toMatch(/^\$argon2id\$v=19\$m=19456,/);
  });

  it('refuses an unknown user even if the guess hits the decoy', async () => {
    jest.spyOn(argon2, 'verify').mockResolvedValue(true);
    expect(await passwords.verify(undefined, 'anything')).toBe(false);
  });
});

describe('checkNewPassword', () => {
  const check = (next: string) => () => checkNewPassword(next, 'the old password', 'engineer@demo.local');

  it.each(['ten chars.', 'я'.repeat(10), 'x'.repeat(256)])('accepts %j', (next) => {
    expect(check(next)).not.toThrow();
  });

  it.each(['nine char', 'x'.repeat(257), '🔑'.repeat(9), 'the old password', 'Engineer@demo.local'])(
    'refuses %j',
    (next) => {
      expect(check(next)).toThrow('Field next');
    },
  );
});
