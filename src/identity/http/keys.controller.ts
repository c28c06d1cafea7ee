import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import type { Principal } from '../../kernel/index.js';
import type { ApiKeyView } from '../api-keys/api-key.repository.js';
import { ApiKeyService } from '../api-keys/api-key.service.js';
import { NewKeyBody } from './bodies.js';
import { CurrentPrincipal, originOf } from './door.js';
import { RequireRight } from './require-right.js';

/** The caller's own API keys. Neither a key nor an MCP token opens these doors: a leaked one can't outlive its revocation. */
@Controller('api/v1/keys')
@RequireRight('keys:manage')
export class KeysController {
  constructor(
    private readonly keys: ApiKeyService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** 201 with the clear key in `key`, for the only time; 409 when there are too many. */
  @Post()
  @Header('Cache-Control', 'no-store')
  async create(@Body() body: NewKeyBody, @CurrentPrincipal() principal: Principal, @Req() request: Request) {
    const wish = {
      name: body.name,
      scopes: body.scopes,
      readOnly: body.read_only,
      ...(body.expires_in_days === undefined ? {} : { expiresInDays: body.expires_in_days }),
    };
    const { key, ...view } = await this.keys.create(principal, wish, this.origin(request));
    return { key, ...present(view) };
  }

  /** 200 `{keys: [...]}`, the newest first, at most 200. */
  @Get()
  async list(@CurrentPrincipal() principal: Principal) {
    return { keys: (await this.keys.list(principal)).map(present) };
  }

  /** 204, also when it was revoked before; 404 for an id that is not one of the caller's keys. */
  @Delete(':id')
  @HttpCode(204)
  async revoke(@Param('id') id: string, @CurrentPrincipal() principal: Principal, @Req() request: Request) {
    await this.keys.revoke(principal, id, this.origin(request));
  }

  private origin(request: Request) {
    return originOf(request, this.config.http.trustProxyHops);
  }
}

function present(key: ApiKeyView) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    scopes: key.scopes,
    read_only: key.readOnly,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
