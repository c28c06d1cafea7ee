import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { AppError } from '../../kernel/index.js';
import { currentRequest } from '../../platform/index.js';
import { Authenticator } from '../authenticator/authenticator.js';
import type { DoorRequest } from './door.js';

/** Lets in who has a login token and leaves `request.principal`; keys and MCP tokens get 401. */
@Injectable()
export class LoginGuard implements CanActivate {
  constructor(private readonly authenticator: Authenticator) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<DoorRequest>();
    try {
      const login = await this.authenticator.authenticateLogin(request.headersDistinct.authorization);
      request.login = login;
      request.principal = login.principal;
      const logged = currentRequest();
      if (logged && login.principal.locale !== undefined) logged.accountLocale = login.principal.locale;
      return true;
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated') {
        http.getResponse<Response>().setHeader('WWW-Authenticate', challenge(error.data.problem));
      }
      throw error;
    }
  }
}

// RFC 6750, 3.1: no error code when nothing was sent.
const challenge = (problem: unknown): string =>
  problem === 'missing' ? 'Bearer' : `Bearer error="${problem === 'malformed' ? 'invalid_request' : 'invalid_token'}"`;
