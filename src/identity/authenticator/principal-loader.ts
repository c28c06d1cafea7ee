import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, isRight, LOCALES, type Clock, type Principal } from '../../kernel/index.js';
import { hashApiKey, isWellFormedApiKey, looksLikeApiKey } from '../api-keys/api-key.format.js';
import { unauthenticated } from '../identity.errors.js';
import { BILLING_DIRECTORY, type BillingDirectory } from '../ports.js';
import { TokenCodec, type TokenClaims } from '../tokens/token-codec.js';
import { PrincipalRepository, type AccountRow, type KeyRow } from './principal.repository.js';
import type { Authenticated } from './principal-cache.js';

const TOUCH_EVERY_MS = 60_000;
const TOKEN_SCOPES: ReadonlySet<string> = new Set(['tools']);

/** Checks a credential against the database: what the cache in front of it remembers. */
@Injectable()
export class PrincipalLoader {
  constructor(
    private readonly repository: PrincipalRepository,
    private readonly codec: TokenCodec,
    @Inject(BILLING_DIRECTORY) private readonly billing: BillingDirectory,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Refuses what needs no look-up to be refused, then returns the look-up.
   * @throws AppError `unauthenticated`
   */
  prepare(token: string, digest: string): () => Promise<Authenticated> {
    if (looksLikeApiKey(token)) {
      if (!isWellFormedApiKey(token)) throw unauthenticated('invalid');
      return () => this.byKey(token);
    }
    const claims = this.codec.verify(token, digest);
    return () => this.byToken(claims);
  }

  /** The administrator, as whom everyone acts with `AUTH_DISABLED=true`. */
  async administrator(): Promise<Authenticated> {
    const row = await this.repository.oldestAdministrator();
    if (row === undefined) throw unauthenticated('missing');
    const credential = { kind: 'none', id: row.user_id, readOnly: false } as const;
    const principal = await this.principal(row, credential, TOKEN_SCOPES);
    return { principal, pwf: this.codec.fingerprint(row.password_hash) };
  }

  private async byKey(key: string): Promise<Authenticated> {
    const row = await this.repository.byKeyHash(hashApiKey(key));
    if (row === undefined) throw unauthenticated('invalid');
    if (row.revoked || row.blocked) throw unauthenticated('revoked');
    const now = this.clock.now();
    if (row.expires_at !== null && row.expires_at <= now) throw unauthenticated('expired');
    this.noteUse(row, now);
    const credential = { kind: 'api_key', id: row.key_id, readOnly: row.read_only } as const;
    return {
      principal: await this.principal(row, credential, new Set(row.scopes)),
      ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    };
  }

  private async byToken(claims: TokenClaims): Promise<Authenticated> {
    const { jti, userId, scope } = claims;
    const row = scope === 'mcp' ? await this.repository.byMcpToken(jti, userId) : await this.repository.byUser(userId);
    if (row === undefined) throw unauthenticated('invalid');
    const revoked = 'revoked' in row && row.revoked === true;
    if (revoked || row.blocked || !this.codec.matches(claims.pwf, row.password_hash)) throw unauthenticated('revoked');
    const credential = { kind: scope === 'mcp' ? 'mcp_token' : 'web_token', id: jti, readOnly: false } as const;
    const principal = await this.principal(row, credential, TOKEN_SCOPES);
    return { principal, expiresAt: claims.expiresAt, pwf: claims.pwf };
  }

  private async principal(
    row: AccountRow,
    credential: Principal['credential'],
    scopes: ReadonlySet<string>,
  ): Promise<Principal> {
    const account = await this.billing.accountOf(row.organisation_id);
    const locale = LOCALES.find((known) => known === row.locale);
    return {
      organisationId: row.organisation_id,
      userId: row.user_id,
      accountId: account.accountId,
      credential,
      scopes,
      rights: new Set(row.rights.filter(isRight)),
      suites: new Set(account.suites),
      ...(locale === undefined ? {} : { locale }),
    };
  }

  // Nobody waits for this write, and a lost one only makes a date in a list a minute older.
  private noteUse(row: KeyRow, now: Date): void {
    if (row.last_used_at !== null && now.getTime() - row.last_used_at.getTime() < TOUCH_EVERY_MS) return;
    this.repository.touchKey(row.key_id, now).catch(() => undefined);
  }
}
