// Builds dist/ when it is missing or older than a source: `npm start` after a pull runs what was pulled.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const newest = (folder) =>
  Math.max(0, ...readdirSync(folder, { recursive: true }).map((name) => statSync(join(folder, name)).mtimeMs));

const built = 'dist/main.js';
const inputs = ['.swcrc', 'nest-cli.json', 'package-lock.json'].filter((file) => existsSync(file));
const changed = Math.max(newest('src'), ...inputs.map((file) => statSync(file).mtimeMs));
if (!existsSync(built) || statSync(built).mtimeMs < changed) {
  process.stderr.write('Building...\n');
  const { status } = spawnSync(process.execPath, ['node_modules/@nestjs/cli/bin/nest.js', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
