import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import pg from 'pg';
import { Database } from '../../platform/index.js';
import { Authenticator } from './authenticator.js';
import type { Subject } from './principal-cache.js';

const CHANNEL = 'turnpike_identity';
const RETRY_MS = 500;
const MESSAGE = /^(credential|user|organisation):([0-9a-f-]{36})$/;

/**
 * Hears what other processes (and people with psql) change: triggers of the identity tables notify the channel. While
 * the connection is down the cache's age limit alone bounds what is stale.
 */
@Injectable()
export class InvalidationListener implements OnModuleInit, OnModuleDestroy {
  private client: pg.Client | undefined;
  private retry: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly database: Database,
    private readonly authenticator: Authenticator,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.listen();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    await this.client?.end();
  }

  /** A connection of its own: LISTEN belongs to a session, which a pool would hand to others. */
  private async listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.database.options.url, keepAlive: true });
    client.on('notification', ({ payload }) => this.authenticator.invalidate(subjectOf(payload ?? '')));
    client.on('error', () => undefined);
    client.on('end', () => this.listenLater());
    this.client = client;
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    // Whatever was said before LISTEN took effect was not heard.
    this.authenticator.invalidate('all');
  }

  private listenLater(): void {
    if (this.stopped) return;
    this.authenticator.invalidate('all');
    clearTimeout(this.retry);
    this.retry = setTimeout(() => {
      // A connection that was never made emits no 'end'.
      this.listen().catch(() => this.listenLater());
    }, RETRY_MS).unref();
  }
}

function subjectOf(payload: string): Subject {
  const [, kind, id] = MESSAGE.exec(payload) ?? [];
  if (id === undefined) return 'all';
  if (kind === 'user' || kind === 'organisation') return { kind, id };
  return { kind: 'credential', id };
}
