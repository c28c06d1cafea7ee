// Do prisma/migrations and prisma/schema describe the same database? Needs a PostgreSQL (DATABASE_URL, else an embedded one)
// and a schema engine: Prisma's own, or the one that PRISMA_SCHEMA_ENGINE_BINARY names.
import './typescript-loader.mjs';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SHARED_ENGINE = '../shared/tools/prisma-schema-engine.mjs';

async function server() {
  if (process.env.DATABASE_URL) return { url: process.env.DATABASE_URL, stop: async () => undefined };
  const { startEmbeddedPostgres } = await import('../src/platform/embedded-postgres/index.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-check-'));
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbeddedPostgres({ dataDir, throwaway: true });
  const stop = async () => {
    await embedded.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: embedded.url, stop };
}

const { url, stop } = await server();
try {
  const engine = process.env.PRISMA_SCHEMA_ENGINE_BINARY ?? (existsSync(SHARED_ENGINE) ? SHARED_ENGINE : undefined);
  const env = { ...process.env, DATABASE_URL: url, ...(engine ? { PRISMA_SCHEMA_ENGINE_BINARY: engine } : {}) };
  const args = [
    'migrate',
    'diff',
    '--from-migrations',
    'prisma/migrations',
    '--to-schema',
    'prisma/schema',
    '--exit-code',
  ];
  const diff = spawnSync('npx', ['prisma', ...args], { env, encoding: 'utf8' });
  const output = `${diff.stdout}${diff.stderr}`;
  if (diff.status !== 0 && engine === undefined && output.includes('binaries.prisma.sh')) {
    // Prisma downloads its engine; a machine that can't has nothing to compare with. Tests apply the migrations all the same.
    process.stderr.write('skipped: no schema engine on this machine (set PRISMA_SCHEMA_ENGINE_BINARY)\n');
  } else {
    if (diff.status !== 0) process.stderr.write(output);
    // 0: the same; 2: they differ; 1: the comparison itself failed.
    process.exitCode = diff.status ?? 1;
  }
} finally {
  await stop();
}
