import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { CLOCK, RANDOM, type Clock, type Principal, type Random } from '../../kernel/index.js';
import { Authenticator } from '../authenticator/authenticator.js';
import { loginFailed, unauthenticated, wrongCurrentPassword } from '../identity.errors.js';
import { actorOf, Journal, type ActionOrigin } from '../journal.js';
import { checkNewPassword, Passwords } from '../passwords/passwords.js';
import { lifetime } from '../tokens/lifetime.js';
import { TokenCodec } from '../tokens/token-codec.js';
import { UserRepository, type User } from './user.repository.js';

const MS_PER_MINUTE = 60_000;

/** A fresh login token and whose it is. */
export interface LoginResult {
  readonly token: string;
  readonly expiresAt: Date;
  readonly user: User;
}

/** Logging in and changing the password. */
@Injectable()
export class LoginService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly codec: TokenCodec,
    private readonly journal: Journal,
    private readonly authenticator: Authenticator,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  /**
   * Issues a login token once the login is recorded.
   * @throws AppError `login_failed`, the same and after the same time whether the e-mail or the password is wrong
   */
  async login(email: string, password: string, origin: ActionOrigin): Promise<LoginResult> {
    const user = await this.users.byEmail(email.trim().toLowerCase());
    const matches = await this.passwords.verify(user?.passwordHash, password);
    const actor = user && { actor: { organisationId: user.organisationId, userId: user.id } };
    if (user === undefined || !matches || user.blocked) {
      await this.journal.record({ action: 'login_failed', ...actor, ...origin });
      throw loginFailed();
    }
    const jti = this.random.secretUuid();
    const times = lifetime(this.clock.now(), this.config.auth.loginTokenMinutes * MS_PER_MINUTE);
    await this.journal.record({ action: 'login', ...actor, ...origin, targetId: jti });
    const pwf = this.codec.fingerprint(user.passwordHash);
    const token = this.codec.sign({ scope: 'web', userId: user.id, jti, pwf, ...times });
    return { token, expiresAt: times.expiresAt, user };
  }

  /**
   * Changes the password; every login and MCP token of the user is dead when this resolves.
   * @throws AppError `invalid_input` naming `current` or `next`
   */
  async changePassword(principal: Principal, current: string, next: string, origin: ActionOrigin): Promise<void> {
    const user = await this.users.byId(principal.userId);
    if (user === undefined) throw unauthenticated('revoked');
    if (!(await this.passwords.verify(user.passwordHash, current))) throw wrongCurrentPassword();
    checkNewPassword(next, current, user.email);
    const hash = await this.passwords.hash(next);
    await this.journal.record({ action: 'password_changed', actor: actorOf(principal), ...origin, targetId: user.id });
    const changed = await this.users.changePassword(user.id, user.passwordHash, hash, this.clock.now());
    this.authenticator.invalidate({ kind: 'user', id: user.id });
    if (!changed) throw wrongCurrentPassword();
  }
}
