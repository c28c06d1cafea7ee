import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';

/** The person behind a credential, as the database has them now. */
export interface AccountRow {
  readonly user_id: string;
  readonly organisation_id: string;
  readonly password_hash: string;
  /** The user's language or the organisation's. */
  readonly locale: string | null;
  /** The user or the organisation is blocked. */
  readonly blocked: boolean;
  readonly rights: string[];
}

export interface KeyRow extends AccountRow {
  readonly key_id: string;
  readonly scopes: string[];
  readonly read_only: boolean;
  readonly expires_at: Date | null;
  readonly last_used_at: Date | null;
  readonly revoked: boolean;
}

// A role of one organisation gives nothing to a user of another, whatever user_role says.
const ACCOUNT = `
  u.id AS user_id, u.organisation_id, u.password_hash, coalesce(u.locale, o.locale) AS locale,
  (u.blocked_at IS NOT NULL OR o.blocked_at IS NOT NULL) AS blocked,
  ARRAY(SELECT DISTINCT rr.right_code
          FROM user_role ur
          JOIN role r ON r.id = ur.role_id AND (r.organisation_id IS NULL OR r.organisation_id = u.organisation_id)
          JOIN role_right rr ON rr.role_id = r.id
         WHERE ur.user_id = u.id) AS rights
  FROM app_user u JOIN organisation o ON o.id = u.organisation_id`;

const BY_USER = `SELECT ${ACCOUNT} WHERE u.id = $1`;
const BY_MCP_TOKEN = `SELECT t.revoked_at IS NOT NULL AS revoked, ${ACCOUNT}
  JOIN mcp_token t ON t.user_id = u.id WHERE t.jti = $1 AND u.id = $2`;
const BY_KEY = `SELECT k.id AS key_id, k.scopes, k.read_only, k.expires_at, k.last_used_at,
  k.revoked_at IS NOT NULL AS revoked, ${ACCOUNT}
  JOIN api_key k ON k.user_id = u.id AND k.organisation_id = u.organisation_id WHERE k.hash = $1`;
const OLDEST_ADMINISTRATOR = `SELECT ${ACCOUNT}
  WHERE u.blocked_at IS NULL AND EXISTS (
    SELECT FROM user_role ur JOIN role r ON r.id = ur.role_id WHERE ur.user_id = u.id AND r.code = 'admin' AND r.organisation_id IS NULL)
  ORDER BY u.created_at, u.id LIMIT 1`;

/** The look-ups of the authenticator: one statement each, prepared once per connection. */
@Injectable()
export class PrincipalRepository {
  constructor(private readonly database: Database) {}

  async byKeyHash(hash: Buffer): Promise<KeyRow | undefined> {
    return (await this.database.prepared<KeyRow>('identity_by_key', BY_KEY, [hash]))[0];
  }

  async byMcpToken(jti: string, userId: string): Promise<(AccountRow & { readonly revoked: boolean }) | undefined> {
    type Row = AccountRow & { readonly revoked: boolean };
    return (await this.database.prepared<Row>('identity_by_mcp_token', BY_MCP_TOKEN, [jti, userId]))[0];
  }

  async byUser(userId: string): Promise<AccountRow | undefined> {
    return (await this.database.prepared<AccountRow>('identity_by_user', BY_USER, [userId]))[0];
  }

  /** The oldest user with the built-in role `admin`, who acts with `AUTH_DISABLED=true`. */
  async oldestAdministrator(): Promise<AccountRow | undefined> {
    return (await this.database.rows<AccountRow>(OLDEST_ADMINISTRATOR))[0];
  }

  /** Notes a use, at most once a minute per key whatever the number of processes. */
  async touchKey(keyId: string, at: Date): Promise<void> {
    await this.database.rows(
      `UPDATE api_key SET last_used_at = $2
        WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2::timestamptz - interval '1 minute')`,
      [keyId, at],
    );
  }
}
