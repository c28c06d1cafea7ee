import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/index.js';

@Injectable()
export class McpTokenRepository {
  constructor(private readonly database: Database) {}

  /** Registers a token, without which it opens nothing; the user's expired ones are cleared away. */
  async add(token: { jti: string; userId: string; issuedAt: Date; expiresAt: Date }): Promise<void> {
    const { mcpToken } = this.database.prisma;
    await mcpToken.deleteMany({ where: { userId: token.userId, expiresAt: { lt: token.issuedAt } } });
    await mcpToken.create({ data: token });
  }
}
