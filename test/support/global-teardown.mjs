import { rmSync } from 'node:fs';
import pg from 'pg';

export default async function globalTeardown() {
  const server = globalThis.turnpikeTestServer;
  if (server === undefined) return;
  if (server.embedded) {
    await server.embedded.stop();
    rmSync(server.dataDir, { recursive: true, force: true });
    return;
  }
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`DROP DATABASE IF EXISTS ${server.template} WITH (FORCE)`);
  await client.end();
}
