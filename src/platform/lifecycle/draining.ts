import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import { Logger } from '../logger/index.js';

/** How long aborted calls may still take to write down how they ended, ms. */
const SETTLE_MS = 5_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * The orderly end of the process. After SIGTERM or SIGINT readiness answers 503 and doors refuse new calls; running calls
 * get `SHUTDOWN_GRACE_MS` to finish, then `signal` aborts the rest, which get 5 s to release their holds.
 */
@Injectable()
export class Draining implements OnModuleDestroy, BeforeApplicationShutdown {
  /** What a refused call should be told to wait before it tries another replica, seconds. */
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  private readonly running = new Set<Promise<unknown>>();
  private readonly abort = new AbortController();
  private begun = false;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'http'>,
    private readonly logger: Logger,
  ) {}

  /** True from the moment when the process was asked to end: take no new calls. */
  get active(): boolean {
    return this.begun;
  }

  /** Aborts when the grace period is over; part of every call's signal. */
  get signal(): AbortSignal {
    return this.abort.signal;
  }

  /** Registers a running call; the process waits for it. Returns the same promise. */
  track<T>(work: Promise<T>): Promise<T> {
    this.running.add(work);
    const forget = (): void => void this.running.delete(work);
    work.then(forget, forget);
    return work;
  }

  /** Nest calls it before the HTTP server closes. */
  onModuleDestroy(): void {
    this.begun = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.begun = true;
    if (this.running.size > 0) this.logger.info('Waiting for running calls', { calls: this.running.size });
    if (await this.finishedWithin(this.config.http.shutdownGraceMs)) return;
    this.logger.warn('Aborting calls that outlived the grace period', { calls: this.running.size });
    this.abort.abort(new Error('The server is shutting down'));
    if (!(await this.finishedWithin(SETTLE_MS))) {
      this.logger.error('Calls did not end; the sweeper releases their holds', { calls: this.running.size });
    }
  }

  private async finishedWithin(ms: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([late, this.allFinished()]);
    clearTimeout(timer);
    return this.running.size === 0;
  }

  // A call may start another one, for instance the rest of a batch: look again until none is left.
  private async allFinished(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled(this.running);
  }
}
