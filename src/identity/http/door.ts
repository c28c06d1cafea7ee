import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Principal } from '../../kernel/index.js';
import { clientAddress, neutralise } from '../../platform/index.js';
import type { Login } from '../authenticator/authenticator.js';
import { unauthenticated } from '../identity.errors.js';
import type { ActionOrigin } from '../journal.js';

const LONGEST_USER_AGENT = 512;

/** A request that may have passed `LoginGuard`, which leaves who is calling. */
export interface DoorRequest extends Request {
  principal?: Principal;
  login?: Login;
}

/** The parameter of a handler behind `LoginGuard` or `RequireRight`: who is calling. */
export const CurrentPrincipal = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Principal => loginOf(context).principal,
);

/** As `CurrentPrincipal`, with the fingerprint of the password that the login was made with. */
export const CurrentLogin = createParamDecorator((_data: unknown, context: ExecutionContext): Login =>
  loginOf(context),
);

/** Where the request came from, for the journal. */
export function originOf(request: Request, hops: number): ActionOrigin {
  const userAgent = request.headers['user-agent'];
  return {
    ip: clientAddress(request, hops),
    ...(userAgent === undefined ? {} : { userAgent: neutralise(userAgent, LONGEST_USER_AGENT) }),
  };
}

function loginOf(context: ExecutionContext): Login {
  const { login } = context.switchToHttp().getRequest<DoorRequest>();
  if (login === undefined) throw unauthenticated('missing');
  return login;
}
