import type { Random, Right } from '../../kernel/index.js';
import { RIGHTS } from '../../kernel/index.js';
import type { Database } from '../../platform/index.js';

const RIGHTS_OF = {
  admin: Object.keys(RIGHTS) as Right[],
  engineer: ['heat:read', 'heat:calculate', 'web:read', 'founder:read', 'keys:manage', 'usage:read'],
  dispatcher: ['heat:read', 'pii:read', 'keys:manage', 'usage:read'],
} as const satisfies Record<string, readonly Right[]>;

const TITLES: Readonly<Record<BuiltInRole, string>> = {
  admin: 'Администратор',
  engineer: 'Инженер',
  dispatcher: 'Диспетчер',
};

/** The roles that every organisation has. */
export type BuiltInRole = keyof typeof RIGHTS_OF;

/** Creates the built-in roles that are missing and gives them the rights that they lack; repeatable at every start. */
export async function ensureBuiltInRoles(database: Database, random: Random): Promise<void> {
  for (const code of Object.keys(RIGHTS_OF) as BuiltInRole[]) {
    await database.rows(
      `INSERT INTO role (id, code, title) VALUES ($1, $2, $3) ON CONFLICT (code) WHERE organisation_id IS NULL DO NOTHING`,
      [random.uuid(), code, TITLES[code]],
    );
    await database.rows(
      `INSERT INTO role_right (role_id, right_code)
       SELECT r.id, wanted FROM role r, unnest($2::text[]) AS wanted
        WHERE r.code = $1 AND r.organisation_id IS NULL ON CONFLICT DO NOTHING`,
      [code, RIGHTS_OF[code]],
    );
  }
}
