import type { Server } from 'node:http';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { DispatchModule } from '../dispatch/index.js';
import { IdentityModule } from '../identity/index.js';
import { ContextFactory } from './http/context.factory.js';
import { DoorKeeper } from './http/door-keeper.js';
import { ErrorMapper } from './http/error.mapper.js';
import { McpListener } from './http/mcp.listener.js';
import { RpcResponder } from './http/rpc-responder.js';

/** The MCP doors. They are put in front of the HTTP server of Nest when the application starts. */
@Module({
  imports: [DispatchModule, IdentityModule],
  providers: [ContextFactory, DoorKeeper, ErrorMapper, McpListener, RpcResponder],
})
export class TransportModule implements OnApplicationBootstrap {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly listener: McpListener,
  ) {}

  onApplicationBootstrap(): void {
    this.listener.mount(this.host.httpAdapter.getHttpServer() as Server);
  }
}
