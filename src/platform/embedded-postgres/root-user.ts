import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Binaries } from './binaries.js';

// Where root keeps what the unprivileged database user must reach when the project itself is out of its reach.
const SHARED = '/var/lib/turnpike';

/** The user that runs the server; absent when the process itself is not root. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, which is created when missing. */
export function databaseUser(): Owner | undefined {
  if (process.getuid?.() !== 0) return undefined;
  if (!exists('postgres')) {
    execFileSync('groupadd', ['-f', 'postgres']);
    execFileSync('useradd', ['-r', '-g', 'postgres', 'postgres']);
  }
  return { uid: numberOf('-u'), gid: numberOf('-g') };
}

/** The data folder itself, or one under /var/lib when another user could not walk down to it (a project under /root). */
export function reachableDataFolder(wanted: string, owner: Owner | undefined): string {
  const absolute = resolve(wanted);
  const folder =
    owner === undefined || isReachable(dirname(absolute)) ? absolute : join(SHARED, digest(absolute), 'postgres');
  mkdirSync(folder, { recursive: true });
  if (owner) {
    if (folder !== absolute) [SHARED, dirname(folder)].forEach((path) => chmodSync(path, 0o755));
    chownSync(folder, owner.uid, owner.gid);
  }
  chmodSync(folder, 0o700);
  return folder;
}

/** The installed build, or a copy that the database user can reach. */
export function reachableBinaries(binaries: Binaries, owner: Owner | undefined): string {
  if (owner === undefined || isReachable(binaries.folder)) return binaries.folder;
  const copy = join(SHARED, `server-${binaries.version}`);
  if (!existsSync(copy)) {
    const partial = `${copy}.${String(process.pid)}`;
    mkdirSync(SHARED, { recursive: true, mode: 0o755 });
    cpSync(binaries.folder, partial, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(partial, copy);
    } catch {
      // Another start was faster; its copy is as good.
      rmSync(partial, { recursive: true, force: true });
    }
  }
  return copy;
}

function isReachable(path: string): boolean {
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function exists(user: string): boolean {
  try {
    execFileSync('id', [user], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const numberOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());
const digest = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12);
