import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/index.js';
import type { Random } from '../kernel/index.js';

const FILE = 'auth.secret';
const BYTES = 48;

/** Injection token of the secret that signs login and MCP tokens. */
export const AUTH_SECRET = Symbol('AuthSecret');

/**
 * The signing secret: `AUTH_SECRET`, or outside production one that is made once and kept under the data folder (mode
 * 0600), so that tokens outlive a restart.
 * @throws Error in production without `AUTH_SECRET`
 */
export function authSecret(config: Pick<Config, 'production' | 'auth' | 'database'>, random: Random): string {
  if (config.auth.secret !== undefined) return config.auth.secret;
  if (config.production) throw new Error('AUTH_SECRET is required with NODE_ENV=production');
  const file = join(config.database.dataDir, FILE);
  return read(file) ?? make(file, config.database.dataDir, random);
}

function make(file: string, folder: string, random: Random): string {
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.${random.secretUuid()}`;
  writeFileSync(draft, random.bytes(BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
  try {
    // A link appears whole or not at all: of two processes that start together both read the same secret.
    linkSync(draft, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === code;
