import { Injectable, type ExecutionContext } from '@nestjs/common';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerModuleOptions } from '@nestjs/throttler';
import type { Config } from '../../config/index.js';
import type { Clock } from '../../kernel/index.js';
import { addressGroup, clientAddress } from '../../platform/index.js';
import { tooManyAttempts } from '../identity.errors.js';
import { AttemptWindows } from './attempt-windows.js';
import type { DoorRequest } from './door.js';

const WINDOW_MS = 60_000;
const LONGEST_EMAIL = 254;

/** Slows down who guesses passwords or asks for tokens: `LOGIN_RATE_LIMIT` a minute per address and per account. */
@Injectable()
export class AttemptGuard extends ThrottlerGuard {
  protected override throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    return Promise.reject(tooManyAttempts(detail.timeToBlockExpire));
  }
}

/** Whom `AttemptGuard` counts: the address (IPv6: its /64) and the account, each by itself and each door by itself. */
export function attemptLimits(config: Config, clock: Clock): ThrottlerModuleOptions {
  const { loginPerMinute: limit } = config.auth;
  const hops = config.http.trustProxyHops;
  return {
    // The library would name the headers after the limit (Retry-After-address), which no client reads.
    setHeaders: false,
    storage: new AttemptWindows(clock),
    throttlers: [
      {
        name: 'address',
        ttl: WINDOW_MS,
        limit,
        getTracker: (_request, context) => addressGroup(clientAddress(requestOf(context), hops)),
      },
      {
        name: 'account',
        ttl: WINDOW_MS,
        limit,
        skipIf: (context) => accountOf(context) === undefined,
        getTracker: (_request, context) => accountOf(context) ?? '',
      },
    ],
  };
}

/** The logged-in user, or the e-mail that someone tries to log in with (the body is not validated yet). */
function accountOf(context: ExecutionContext): string | undefined {
  const request = requestOf(context);
  if (request.principal !== undefined) return request.principal.userId;
  const body: unknown = request.body;
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined;
  return typeof email === 'string' ? email.slice(0, LONGEST_EMAIL).trim().toLowerCase() : undefined;
}

const requestOf = (context: ExecutionContext): DoorRequest => context.switchToHttp().getRequest<DoorRequest>();
