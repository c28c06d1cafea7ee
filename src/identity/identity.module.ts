import { Module } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { ThrottlerModule } from '@nestjs/throttler';
import { CONFIG, type Config } from '../config/index.js';
import { CLOCK, RANDOM, type Random } from '../kernel/index.js';
import { ApiKeyRepository } from './api-keys/api-key.repository.js';
import { ApiKeyService } from './api-keys/api-key.service.js';
import { Authenticator } from './authenticator/authenticator.js';
import { InvalidationListener } from './authenticator/invalidation.listener.js';
import { PrincipalLoader } from './authenticator/principal-loader.js';
import { PrincipalRepository } from './authenticator/principal.repository.js';
import { attemptLimits } from './http/attempt.guard.js';
import { AuthController } from './http/auth.controller.js';
import { KeysController } from './http/keys.controller.js';
import { LoginGuard } from './http/login.guard.js';
import { McpController } from './http/mcp.controller.js';
import { Journal } from './journal.js';
import { McpTokenRepository } from './mcp-tokens/mcp-token.repository.js';
import { McpTokenService } from './mcp-tokens/mcp-token.service.js';
import { Passwords } from './passwords/passwords.js';
import { AUTH_SECRET, authSecret } from './secret.js';
import { TokenCodec } from './tokens/token-codec.js';
import { LoginService } from './users/login.service.js';
import { UserRepository } from './users/user.repository.js';

/**
 * Who is calling. Global modules of the composition root provide CONFIG, CLOCK, RANDOM, Database and the ports
 * BILLING_DIRECTORY, TOOL_DIRECTORY, ACTION_JOURNAL.
 */
@Module({
  imports: [ThrottlerModule.forRootAsync({ inject: [CONFIG, CLOCK], useFactory: attemptLimits })],
  controllers: [AuthController, McpController, KeysController],
  providers: [
    {
      provide: AUTH_SECRET,
      inject: [CONFIG, RANDOM],
      useFactory: (config: Config, random: Random) => authSecret(config, random),
    },
    { provide: JwtService, inject: [AUTH_SECRET], useFactory: (secret: string) => new JwtService({ secret }) },
    TokenCodec,
    PrincipalRepository,
    PrincipalLoader,
    Authenticator,
    InvalidationListener,
    Journal,
    Passwords,
    UserRepository,
    LoginService,
    McpTokenRepository,
    McpTokenService,
    ApiKeyRepository,
    ApiKeyService,
    LoginGuard,
  ],
  exports: [Authenticator, LoginGuard],
})
export class IdentityModule {}
