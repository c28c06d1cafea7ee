import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../database/index.js';
import { projectRoot } from '../paths.js';

const APPLIED = `SELECT migration_name AS name FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`;

/**
 * The migrations of this version that the database lacks. One query: it also shows that the database answers.
 * @param folder `prisma/migrations` unless a test says otherwise
 */
export async function missingMigrations(
  database: Database,
  folder = join(projectRoot(), 'prisma', 'migrations'),
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const rows = await database.rows<{ name: string }>(APPLIED);
  const applied = new Set(rows.map((row) => row.name));
  return entries.filter((entry) => entry.isDirectory() && !applied.has(entry.name)).map((entry) => entry.name);
}
