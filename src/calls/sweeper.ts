import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { Logger } from '../platform/index.js';
import { CallsRepository } from './calls.repository.js';

const GROUP = 200;
const KEYS_KEPT_HOURS = 24;

/** Ends calls whose process died: their holds go back within one period after they expire. Every process runs one. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly repository: CallsRepository,
    @Inject(CONFIG) private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.running = this.running.then(() => this.sweep());
    }, this.config.calls.sweepEveryMs);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Ends every orphan there is now. A database that is away is tried again at the next period. */
  async sweep(): Promise<void> {
    try {
      let ended = 0;
      let group = GROUP;
      while (group === GROUP) {
        group = await this.repository.sweep(GROUP);
        ended += group;
      }
      if (ended > 0) this.logger.warn('Orphaned calls were ended, their holds released', { ended });
      await this.repository.forgetKeys(KEYS_KEPT_HOURS);
    } catch (error) {
      this.logger.error('The sweep failed', { error });
    }
  }
}
