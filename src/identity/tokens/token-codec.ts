import { createHmac, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { JwtService, TokenExpiredError } from '@nestjs/jwt';
import { CONFIG, type Config } from '../../config/index.js';
import { CLOCK, type Clock } from '../../kernel/index.js';
import { BoundedMap } from '../authenticator/bounded-map.js';
import { unauthenticated } from '../identity.errors.js';
import { AUTH_SECRET } from '../secret.js';

const ALGORITHM = 'HS256';
const REMEMBERED = 10_000;
const FINGERPRINT_BYTES = 12;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `web`: a login token, for REST and MCP. `mcp`: a token for MCP clients, for nothing else. */
export type TokenScope = 'web' | 'mcp';

/** The claims of our tokens besides issuer and audience. */
export interface TokenClaims {
  readonly scope: TokenScope;
  readonly userId: string;
  readonly jti: string;
  /** Fingerprint of the password hash at issue: another password, and the token is dead. */
  readonly pwf: string;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** Signs and reads login and MCP tokens (JWT, HS256). Key and algorithm come from here alone, never from a token's header. */
@Injectable()
export class TokenCodec {
  private readonly verified = new BoundedMap<TokenClaims>(REMEMBERED);
  private readonly issuer: string;
  private readonly audiences: Readonly<Record<TokenScope, string>>;

  constructor(
    private readonly jwt: JwtService,
    @Inject(AUTH_SECRET) private readonly secret: string,
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.issuer = config.http.publicUrl;
    this.audiences = { web: config.http.publicUrl, mcp: `${config.http.publicUrl}/mcp` };
  }

  sign(claims: TokenClaims): string {
    return this.jwt.sign(
      {
        iss: this.issuer,
        aud: this.audiences[claims.scope],
        sub: claims.userId,
        scope: claims.scope,
        jti: claims.jti,
        pwf: claims.pwf,
        iat: seconds(claims.issuedAt),
        exp: seconds(claims.expiresAt),
      },
      { algorithm: ALGORITHM },
    );
  }

  /**
   * Checks signature, issuer, audience, shape and expiry. No clock skew is granted: every process of the service reads
   * the same kind of clock, and a token lives for minutes at least.
   * @param digest SHA-256 of the token, under which a good answer is remembered
   * @throws AppError `unauthenticated` (`invalid` or `expired`)
   */
  verify(token: string, digest: string): TokenClaims {
    const known = this.verified.get(digest);
    const claims = known ?? this.read(token);
    if (claims.expiresAt <= this.clock.now()) throw unauthenticated('expired');
    if (known === undefined) this.verified.set(digest, claims);
    return claims;
  }

  /** HMAC of the password hash under the server's secret, truncated: 96 bits that tell nothing about the password. */
  fingerprint(passwordHash: string): string {
    const mac = createHmac('sha256', this.secret).update('pwf\0').update(passwordHash).digest();
    return mac.subarray(0, FINGERPRINT_BYTES).toString('base64url');
  }

  /** Compares in constant time. */
  matches(pwf: string, passwordHash: string): boolean {
    const expected = Buffer.from(this.fingerprint(passwordHash));
    const received = Buffer.from(pwf);
    return expected.length === received.length && timingSafeEqual(expected, received);
  }

  private read(token: string): TokenClaims {
    try {
      const { header, payload } = this.jwt.verify<{ header: Fields; payload: Fields }>(token, {
        algorithms: [ALGORITHM],
        issuer: this.issuer,
        audience: [this.audiences.web, this.audiences.mcp],
        clockTimestamp: seconds(this.clock.now()),
        complete: true,
      });
      // RFC 7515, 4.1.11: an extension that must be understood and is not makes the token invalid.
      if (header.crit !== undefined) throw unauthenticated('invalid');
      return this.claimsOf(payload);
    } catch (error) {
      throw unauthenticated(error instanceof TokenExpiredError ? 'expired' : 'invalid');
    }
  }

  private claimsOf({ scope, aud, sub, jti, pwf, iat, exp }: Fields): TokenClaims {
    if (scope !== 'web' && scope !== 'mcp') throw unauthenticated('invalid');
    // An audience is one string that belongs to the scope; a list that merely contains it was not made here.
    if (aud !== this.audiences[scope]) throw unauthenticated('invalid');
    if (!isUuid(sub) || !isUuid(jti) || typeof pwf !== 'string') throw unauthenticated('invalid');
    if (!isSeconds(iat) || !isSeconds(exp)) throw unauthenticated('invalid');
    return { scope, userId: sub, jti, pwf, issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) };
  }
}

type Fields = Readonly<Record<string, unknown>>;

const seconds = (moment: Date): number => Math.floor(moment.getTime() / 1_000);
const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
