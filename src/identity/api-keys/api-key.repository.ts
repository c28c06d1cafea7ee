import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';

const LISTED = 200;
const SHOWN = {
  id: true,
  name: true,
  prefix: true,
  lastFour: true,
  scopes: true,
  readOnly: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
} as const;

/** A key as its owner may see it: nothing from which it could be rebuilt. */
export interface ApiKeyView {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface ApiKeyDraft extends Omit<ApiKeyView, 'lastUsedAt' | 'revokedAt'> {
  readonly organisationId: string;
  readonly userId: string;
  readonly hash: Buffer;
}

@Injectable()
export class ApiKeyRepository {
  constructor(private readonly database: Database) {}

  add(draft: ApiKeyDraft): Promise<ApiKeyView> {
    const data = { ...draft, scopes: [...draft.scopes], hash: Uint8Array.from(draft.hash) };
    return this.database.prisma.apiKey.create({ data, select: SHOWN });
  }

  /** The newest 200 keys of the user, revoked ones included. */
  ofUser(userId: string): Promise<ApiKeyView[]> {
    return this.database.prisma.apiKey.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: LISTED,
      select: SHOWN,
    });
  }

  countActive(userId: string, now: Date): Promise<number> {
    return this.database.prisma.apiKey.count({
      where: { userId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    });
  }

  /** @returns false when the user has no such key; revoking twice keeps the first moment */
  async revoke(userId: string, id: string, at: Date): Promise<boolean> {
    const rows = await this.database.rows(
      'UPDATE api_key SET revoked_at = coalesce(revoked_at, $3) WHERE id = $1 AND user_id = $2 RETURNING id',
      [id, userId, at],
    );
    return rows.length === 1;
  }
}
