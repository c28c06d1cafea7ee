import { Injectable } from '@nestjs/common';
import { SUPPORTED_VERSIONS } from '../../protocol/index.js';
import type { HandlerReply, OpenHandler } from '../handler.js';
import type { RpcContext } from '../rpc-context.js';
import { CAPABILITIES, INSTRUCTIONS } from '../server.js';

/** What the server is and speaks, told to anybody; it says nothing of tools. */
@Injectable()
export class DiscoverHandler implements OpenHandler {
  readonly open = true;

  handle({ locale }: RpcContext): HandlerReply {
    return {
      result: { supportedVersions: SUPPORTED_VERSIONS, capabilities: CAPABILITIES, instructions: INSTRUCTIONS[locale] },
      cache: { ttlMs: 60_000, scope: 'public' },
    };
  }
}
