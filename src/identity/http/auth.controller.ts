import { Body, Controller, Header, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import type { Principal } from '../../kernel/index.js';
import { LoginService } from '../users/login.service.js';
import { AttemptGuard } from './attempt.guard.js';
import { LoginBody, PasswordBody } from './bodies.js';
import { CurrentPrincipal, originOf } from './door.js';
import { LoginGuard } from './login.guard.js';

/** Logging in with a password. */
@Controller('api/v1/auth')
export class AuthController {
  constructor(
    private readonly logins: LoginService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** 200 `{token, expires_at, user}`; 401 `login_failed`; 429 with Retry-After. */
  @Post('login')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @UseGuards(AttemptGuard)
  async login(@Body() body: LoginBody, @Req() request: Request) {
    const { token, expiresAt, user } = await this.logins.login(body.email, body.password, this.origin(request));
    const { id, email, name, organisationId, locale, roles, rights } = user;
    return {
      token,
      expires_at: expiresAt.toISOString(),
      user: { id, email, name, organisation_id: organisationId, locale, roles, rights },
    };
  }

  /** 204, and every login and MCP token of the user is dead, the one of this request too; 400 names the wrong field. */
  @Post('password')
  @HttpCode(204)
  @UseGuards(LoginGuard, AttemptGuard)
  async password(
    @Body() body: PasswordBody,
    @CurrentPrincipal() principal: Principal,
    @Req() request: Request,
  ): Promise<void> {
    await this.logins.changePassword(principal, body.current, body.next, this.origin(request));
  }

  private origin(request: Request) {
    return originOf(request, this.config.http.trustProxyHops);
  }
}
