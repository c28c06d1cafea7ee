import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SeededRandom } from '../../test/support/time.js';
import { readConfig } from '../config/index.js';
import { authSecret } from './secret.js';

describe('authSecret', () => {
  let folder = '';

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'turnpike-secret-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const config = () => readConfig({ DATA_DIR: join(folder, 'data') });

  it('is the configured one when there is one, and nothing is written', () => {
    const secret = 's'.repeat(32);
    expect(authSecret(readConfig({ AUTH_SECRET: secret, DATA_DIR: folder }), new SeededRandom())).toBe(secret);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is made once, outlives a restart, and only the owner can read it', () => {
    const first = authSecret(config(), new SeededRandom(1));
    const second = authSecret(config(), new SeededRandom(2));
    expect(first).toHaveLength(64);
    expect(second).toBe(first);
    expect(readdirSync(join(folder, 'data'))).toEqual(['auth.secret']);
    expect(statSync(join(folder, 'data', 'auth.secret')).mode & 0o777).toBe(0o600);
  });

  it('is never invented in production', () => {
    expect(() => authSecret({ ...config(), production: true }, new SeededRandom())).toThrow('AUTH_SECRET');
    expect(readdirSync(folder)).toEqual([]);
  });
});
