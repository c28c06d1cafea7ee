// Every gate that needs no server, one after the other; the first failure stops.
import { spawnSync } from 'node:child_process';

const GATES = [
  ['formatting', 'npx', ['prettier', '--check', '.']],
  ['types', 'npx', ['tsc', '--noEmit']],
  ['lint', 'npx', ['eslint', '.', '--max-warnings', '0']],
  ['imports', 'npx', ['depcruise', 'src', '--config', '.dependency-cruiser.cjs']],
  ['unused code', 'npx', ['knip']],
  ['migrations against prisma/schema', process.execPath, ['tools/check-migrations.mjs']],
];

for (const [name, command, args] of GATES) {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\n✗ ${name} (${seconds} s)\n`);
    process.exit(status ?? 1);
  }
  const skipped = stderr.startsWith('skipped') ? ` ${stderr.trim()}` : '';
  console.log(`✓ ${name} (${seconds} s)${skipped}`);
}
