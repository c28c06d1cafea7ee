import { Injectable } from '@nestjs/common';
import type { Handler, HandlerReply } from '../handler.js';
import type { KnownCaller } from '../rpc-context.js';
import { CAPABILITIES, INSTRUCTIONS, SERVER } from '../server.js';

/** The handshake. Nothing is remembered: a client may as well start with any other method. */
@Injectable()
export class InitializeHandler implements Handler {
  handle({ wire, locale }: KnownCaller): HandlerReply {
    return {
      result: {
        // The classifier negotiated it: the client's revision when it is spoken here, else the newest.
        protocolVersion: wire.version,
        capabilities: CAPABILITIES,
        serverInfo: SERVER,
        instructions: INSTRUCTIONS[locale],
      },
    };
  }
}
