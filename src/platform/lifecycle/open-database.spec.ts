import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '../../../test/support/database.js';
import { SeededRandom } from '../../../test/support/time.js';
import { readConfig } from '../../config/index.js';
import { missingMigrations } from '../health/applied-migrations.js';
import { createLogger } from '../logger/index.js';
import { openDatabase } from './open-database.js';

const log = createLogger({ level: 'silent', random: new SeededRandom() });

describe('openDatabase', () => {
  it('opens the database of DATABASE_URL with its migrations applied and closes it once', async () => {
    const test = await createTestDatabase();
    const opened = await openDatabase(readConfig({ DATABASE_URL: test.url }), { log });
    expect(opened.embedded).toBe(false);
    const rows = await opened.database.rows('SELECT count(*) AS n FROM _prisma_migrations WHERE finished_at IS NULL');
    expect(rows).toEqual([{ n: 0n }]);
    await opened.stop();
    await opened.stop();
    await expect(opened.database.rows('SELECT 1')).rejects.toThrow();
    await test.drop();
  });

  it('names the server, the reason and the variable when the server does not answer, never the password', async () => {
    const opening = openDatabase(readConfig({ DATABASE_URL: 'postgresql://me:hunter2@127.0.0.1:1/shop' }), { log });
    await expect(opening).rejects.toThrow(/127\.0\.0\.1:1\/shop .*ECONNREFUSED.*DATABASE_URL/);
    await expect(opening).rejects.not.toThrow(/hunter2/);
  });

  it('starts the embedded server without DATABASE_URL, and keeps the data for the next start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-open-'));
    chmodSync(dataDir, 0o755);
    const config = readConfig({ DATA_DIR: dataDir });
    try {
      const first = await openDatabase(config, { log });
      expect(first.embedded).toBe(true);
      expect(await missingMigrations(first.database)).toEqual([]);
      await first.database.rows('CREATE TABLE kept AS SELECT current_database()::text AS name');
      await first.stop();
      const second = await openDatabase(config, { log });
      const rows = await second.database.rows('SELECT name FROM kept');
      await second.stop();
      expect(rows).toEqual([{ name: 'turnpike' }]);
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  }, 60_000);
});
