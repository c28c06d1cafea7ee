import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';

const WITH_ROLES = {
  organisation: { select: { blockedAt: true, locale: true } },
  roles: {
    select: { role: { select: { code: true, organisationId: true, rights: { select: { rightCode: true } } } } },
  },
} as const;

/** A user with what logging in needs. */
export interface User {
  readonly id: string;
  readonly organisationId: string;
  readonly email: string;
  readonly name: string;
  readonly passwordHash: string;
  readonly locale: string | null;
  /** The user or the organisation is blocked. */
  readonly blocked: boolean;
  readonly roles: readonly string[];
  readonly rights: readonly string[];
}

@Injectable()
export class UserRepository {
  constructor(private readonly database: Database) {}

  /** @param email in lower case */
  byEmail(email: string): Promise<User | undefined> {
    return this.find({ email });
  }

  byId(id: string): Promise<User | undefined> {
    return this.find({ id });
  }

  /**
   * Replaces the password hash if it still is the one that was checked, and marks the user's MCP tokens as revoked.
   * @returns false when another request was faster
   */
  async changePassword(userId: string, from: string, to: string, at: Date): Promise<boolean> {
    const changed = await this.database.rows(
      `WITH changed AS (
         UPDATE app_user SET password_hash = $3, password_changed_at = $4 WHERE id = $1 AND password_hash = $2 RETURNING id
       ), revoked AS (
         UPDATE mcp_token SET revoked_at = $4 WHERE user_id = (SELECT id FROM changed) AND revoked_at IS NULL
       )
       SELECT id FROM changed`,
      [userId, from, to, at],
    );
    return changed.length === 1;
  }

  private async find(where: { email: string } | { id: string }): Promise<User | undefined> {
    const row = await this.database.prisma.appUser.findUnique({ where, include: WITH_ROLES });
    if (row === null) return undefined;
    const { organisation, blockedAt, roles, locale, ...user } = row;
    const own = roles
      .map(({ role }) => role)
      .filter((role) => [null, row.organisationId].includes(role.organisationId));
    return {
      ...user,
      locale: locale ?? organisation.locale,
      blocked: blockedAt !== null || organisation.blockedAt !== null,
      roles: own.map((role) => role.code),
      rights: [...new Set(own.flatMap((role) => role.rights.map((right) => right.rightCode)))],
    };
  }
}
