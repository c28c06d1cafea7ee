import { Controller, Get, Header, Res, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthIndicatorResult } from '@nestjs/terminus';
import type { Response } from 'express';
import { Database } from '../database/index.js';
import { Draining } from '../lifecycle/index.js';
import { Logger } from '../logger/index.js';
import { missingMigrations } from './applied-migrations.js';

const DATABASE_TIMEOUT_MS = 1_000;

/** The probes of an orchestrator: `live` - restart me when this fails; `ready` - send me requests while this is 200. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly database: Database,
    private readonly draining: Draining,
    private readonly logger: Logger,
  ) {}

  /** The process answers; nothing else is asked. */
  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 when the database answers within a second with all migrations applied and the process is not ending; else 503. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<unknown> {
    try {
      return await this.health.check([() => this.checkDraining(), () => this.checkDatabase()]);
    } catch (error) {
      if (!(error instanceof ServiceUnavailableException)) throw error;
      response.status(503).setHeader('Retry-After', String(this.draining.retryAfterSeconds));
      return error.getResponse();
    }
  }

  private checkDraining(): HealthIndicatorResult {
    const indicator = this.indicators.check('accepting');
    return this.draining.active ? indicator.down('shutting down') : indicator.up();
  }

  private async checkDatabase(): Promise<HealthIndicatorResult> {
    const indicator = this.indicators.check('database');
    try {
      const missing = await withTimeout(missingMigrations(this.database), DATABASE_TIMEOUT_MS);
      return missing.length === 0 ? indicator.up() : indicator.down(`${String(missing.length)} migrations are missing`);
    } catch (error) {
      // The page is public: what went wrong exactly stands in the log.
      this.logger.warn('The database does not answer the readiness probe', { error });
      return indicator.down('no answer');
    }
  }
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${String(ms)} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
