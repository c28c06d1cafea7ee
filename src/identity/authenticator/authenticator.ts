import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { AppError, CLOCK, type Clock, type Principal } from '../../kernel/index.js';
import { identityUnavailable, unauthenticated } from '../identity.errors.js';
import { bearerToken } from './bearer.js';
import { PrincipalCache, type Authenticated, type Subject } from './principal-cache.js';
import { PrincipalLoader } from './principal-loader.js';

/** Which door the request came to: an MCP token opens only `mcp`. */
export type Audience = 'mcp' | 'rest';

/** Every Authorization line that was sent. */
export type Authorization = string | readonly string[] | undefined;

/** Someone who logged in with a password, and the fingerprint of that password. */
export interface Login {
  readonly principal: Principal;
  readonly pwf: string;
}

const NOBODY = '';

/** Turns an Authorization header into the principal behind it. */
@Injectable()
export class Authenticator {
  private readonly cache: PrincipalCache;

  constructor(
    private readonly loader: PrincipalLoader,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.cache = new PrincipalCache(clock, config.auth.cacheMs);
  }

  /**
   * Accepts an API key, a login token, and with audience `mcp` an MCP token. An answer is at most `config.auth.cacheMs`
   * old. With `AUTH_DISABLED=true` everyone is the administrator, whatever was sent.
   * @param authorization pass `request.headersDistinct.authorization`: `request.headers` silently keeps the first of two
   * @throws AppError `unauthenticated` with `data.problem`, or `unavailable` when the database gives no answer
   */
  async authenticate(authorization: Authorization, options: { readonly audience: Audience }): Promise<Principal> {
    const { principal } = await this.check(authorization);
    if (options.audience === 'rest' && principal.credential.kind === 'mcp_token') throw unauthenticated('wrong_door');
    return principal;
  }

  /**
   * Accepts a login token alone (with `AUTH_DISABLED=true` anything): for doors that manage credentials.
   * @throws AppError as `authenticate`; `problem` is `wrong_door` for keys and MCP tokens
   */
  async authenticateLogin(authorization: Authorization): Promise<Login> {
    const { principal, pwf } = await this.check(authorization);
    const { kind } = principal.credential;
    if (pwf === undefined || (kind !== 'web_token' && kind !== 'none')) throw unauthenticated('wrong_door');
    return { principal, pwf };
  }

  /** Forgets what a change concerns: call it after the commit, before answering; other processes hear it by NOTIFY. */
  invalidate(subject: Subject): void {
    this.cache.invalidate(subject);
  }

  private async check(authorization: Authorization): Promise<Authenticated> {
    if (this.config.auth.disabled) return this.known(NOBODY, () => () => this.loader.administrator());
    const token = bearerToken(authorization);
    const digest = hash('sha256', token, 'base64');
    const known = await this.known(digest, () => this.loader.prepare(token, digest));
    if (known.expiresAt !== undefined && known.expiresAt <= this.clock.now()) throw unauthenticated('expired');
    return known;
  }

  private async known(key: string, prepare: () => () => Promise<Authenticated>): Promise<Authenticated> {
    const known = this.cache.get(key);
    if (known !== undefined) return known;
    const load = prepare();
    try {
      return await this.cache.load(key, load);
    } catch (error) {
      throw error instanceof AppError ? error : identityUnavailable(error);
    }
  }
}
