import { Controller, Get, Header, HttpCode, Inject, Post, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import type { Principal } from '../../kernel/index.js';
import { negotiateLocale } from '../../platform/index.js';
import type { Login } from '../authenticator/authenticator.js';
import { McpTokenService } from '../mcp-tokens/mcp-token.service.js';
import { TOOL_DIRECTORY, type ToolDirectory } from '../ports.js';
import { AttemptGuard } from './attempt.guard.js';
import { CurrentLogin, CurrentPrincipal, originOf } from './door.js';
import { LoginGuard } from './login.guard.js';

const MCP_PATH = '/mcp';

/** What a person needs to connect an MCP client. */
@Controller('api/v1/mcp')
export class McpController {
  constructor(
    private readonly tokens: McpTokenService,
    @Inject(TOOL_DIRECTORY) private readonly tools: ToolDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** 200 `{token, expires_at, days, path}`; 401 for anything but a login token; 404 when MCP is off; 429. */
  @Post('token')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @UseGuards(LoginGuard, AttemptGuard)
  async token(@CurrentLogin() login: Login, @Req() request: Request) {
    const { token, expiresAt } = await this.tokens.issue(login, originOf(request, this.config.http.trustProxyHops));
    return { token, expires_at: expiresAt.toISOString(), days: this.config.mcp.tokenDays, path: MCP_PATH };
  }

  /** 200 `{enabled, days, path, tools: [{name, title, permission}]}`, titles in the caller's language. */
  @Get('info')
  @UseGuards(LoginGuard)
  info(@CurrentPrincipal() principal: Principal, @Req() request: Request) {
    const locale = negotiateLocale(request.headers['accept-language'], principal.locale, this.config.locale);
    return {
      enabled: this.config.mcp.enabled,
      days: this.config.mcp.tokenDays,
      path: MCP_PATH,
      tools: this.tools.list().map(({ name, title, right }) => ({ name, title: title[locale], permission: right })),
    };
  }
}
