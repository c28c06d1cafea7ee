import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Logger } from '../platform/index.js';
import { GrantsRepository } from './grants.repository.js';

const EVERY_MS = 60_000;

/** Cuts grants past their date once a minute; several processes may do it at once. */
@Injectable()
export class GrantExpirer implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly grants: GrantsRepository,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), EVERY_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async run(): Promise<void> {
    // A failed round is repeated by the next one: expired credits cannot be spent meanwhile, billing_hold skips them.
    await this.grants.expire().catch((error: unknown) => this.logger.reportError(error, { job: 'expire grants' }));
  }
}
