import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { CLOCK, RANDOM, type Clock, type Random } from '../../kernel/index.js';
import type { Login } from '../authenticator/authenticator.js';
import { mcpDisabled } from '../identity.errors.js';
import { actorOf, Journal, type ActionOrigin } from '../journal.js';
import { lifetime } from '../tokens/lifetime.js';
import { TokenCodec } from '../tokens/token-codec.js';
import { McpTokenRepository } from './mcp-token.repository.js';

const MS_PER_DAY = 86_400_000;

/** Issues the tokens that people paste into MCP clients. */
@Injectable()
export class McpTokenService {
  constructor(
    private readonly tokens: McpTokenRepository,
    private readonly codec: TokenCodec,
    private readonly journal: Journal,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  /**
   * Issues a token for `MCP_TOKEN_DAYS` days. It inherits the password fingerprint of the login: a login that a password
   * change is just ending can't give birth to a token that outlives it.
   * @throws AppError `not_found` when MCP is switched off
   */
  async issue({ principal, pwf }: Login, origin: ActionOrigin): Promise<{ token: string; expiresAt: Date }> {
    if (!this.config.mcp.enabled) throw mcpDisabled();
    const { userId } = principal;
    const jti = this.random.secretUuid();
    const times = lifetime(this.clock.now(), this.config.mcp.tokenDays * MS_PER_DAY);
    const details = { expires_at: times.expiresAt.toISOString() };
    await this.journal.record({
      action: 'mcp_token_issued',
      actor: actorOf(principal),
      ...origin,
      targetId: jti,
      details,
    });
    await this.tokens.add({ jti, userId, ...times });
    return { token: this.codec.sign({ scope: 'mcp', userId, jti, pwf, ...times }), expiresAt: times.expiresAt };
  }
}
