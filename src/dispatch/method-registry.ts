import { Injectable } from '@nestjs/common';
import type { Era, HandshakeMethod, StatelessMethod } from '../protocol/index.js';
import type { Handler, OpenHandler } from './handler.js';
import { DiscoverHandler } from './handlers/discover.handler.js';
import { InitializeHandler } from './handlers/initialize.handler.js';
import { PingHandler } from './handlers/ping.handler.js';
import { ToolsCallHandler } from './handlers/tools-call.handler.js';
import { ToolsListHandler } from './handlers/tools-list.handler.js';

type AnyHandler = Handler | OpenHandler;

/** Which handler answers a method in an era. Maps, so that `constructor` or `__proto__` name nothing. */
@Injectable()
export class MethodRegistry {
  private readonly eras: Readonly<Record<Era, ReadonlyMap<string, AnyHandler>>>;

  constructor(
    initialize: InitializeHandler,
    ping: PingHandler,
    discover: DiscoverHandler,
    toolsList: ToolsListHandler,
    toolsCall: ToolsCallHandler,
  ) {
    const handshake: Record<HandshakeMethod, AnyHandler> = {
      initialize,
      ping,
      'tools/list': toolsList,
      'tools/call': toolsCall,
    };
    const stateless: Record<StatelessMethod, AnyHandler> = {
      'server/discover': discover,
      'tools/list': toolsList,
      'tools/call': toolsCall,
    };
    this.eras = {
      handshake: new Map(Object.entries(handshake)),
      stateless: new Map(Object.entries(stateless)),
    };
  }

  /** Undefined: the era has no such method. */
  find(era: Era, method: string): AnyHandler | undefined {
    return this.eras[era].get(method);
  }

  methods(era: Era): string[] {
    return [...this.eras[era].keys()];
  }
}
