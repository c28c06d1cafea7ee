import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Draining, hostAllowed, originAllowed } from '../../platform/index.js';
import { acceptsAnswer, isJson, isPlain } from './media-types.js';
import type { RefusalReason } from './refusal.texts.js';
import type { Surface } from './surfaces.js';

/** Names of this server that were checked already; bounded, since clients choose them. */
const MOST_HOSTS = 64;

/** The checks that need nothing but the head of a request. */
@Injectable()
export class DoorKeeper {
  private readonly goodHosts = new Set<string>();

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'http' | 'mcp'>,
    private readonly draining: Draining,
  ) {}

  /** Before anybody is asked who they are. */
  refuse(surface: Surface, { headers, method = '' }: IncomingMessage): RefusalReason | undefined {
    if (!this.config.mcp.enabled) return 'disabled';
    if (this.draining.active) return 'draining';
    if (!this.knowsHost(headers.host)) return 'host';
    // Fetch, 3.1: browsers send Origin with every POST; programs send none.
    if (headers.origin !== undefined && !originAllowed(headers.origin, this.config.http)) return 'origin';
    return method === 'OPTIONS' || surface.methods.includes(method) ? undefined : 'method';
  }

  /** Before the body is read. */
  refuseBody({ headers }: IncomingMessage): RefusalReason | undefined {
    if (!isJson(headers['content-type'])) return 'media_type';
    if (!isPlain(headers['content-encoding'])) return 'encoding';
    return acceptsAnswer(headers.accept) ? undefined : 'not_acceptable';
  }

  private knowsHost(host: string | undefined): boolean {
    if (host !== undefined && this.goodHosts.has(host)) return true;
    if (!hostAllowed(host, this.config.http)) return false;
    if (host !== undefined && this.goodHosts.size < MOST_HOSTS) this.goodHosts.add(host);
    return true;
  }
}
