// Jest runs this file outside its own transform: the loader lets it import the TypeScript sources.
import '../../tools/typescript-loader.mjs';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/** One server and one migrated template for the whole run; each spec file copies the template (test/support/database.ts). */
export default async function globalSetup() {
  const { startEmbeddedPostgres } = await import('../../src/platform/embedded-postgres/index.ts');
  const { migrate } = await import('../../src/platform/database/migrate.ts');
  const server = { url: process.env.TEST_DATABASE_URL ?? '', template: `turnpike_template_${process.pid}` };
  if (server.url === '') {
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-test-'));
    chmodSync(dataDir, 0o755);
    server.embedded = await startEmbeddedPostgres({ dataDir, throwaway: true });
    server.dataDir = dataDir;
    server.url = server.embedded.url;
  }
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE DATABASE ${server.template}`);
  await client.end();
  const url = new URL(server.url);
  url.pathname = `/${server.template}`;
  await migrate(url.href);
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_TEMPLATE = server.template;
  globalThis.turnpikeTestServer = server;
}
