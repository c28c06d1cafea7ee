import { Inject, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { TerminusModule } from '@nestjs/terminus';
import { CONFIG, type Config } from '../config/index.js';
import { CLOCK, RANDOM } from '../kernel/index.js';
import { Database } from './database/index.js';
import { HealthController } from './health/index.js';
import { AppErrorFilter } from './http/index.js';
import { Draining } from './lifecycle/index.js';
import { createLogger, Logger } from './logger/index.js';
import { Metrics, MetricsController } from './metrics/index.js';
import { SystemClock, SystemRandom } from './time/time.js';
import { DtoPipe } from './validation/index.js';

/** Parts of the platform that exist before the application does. */
export interface PlatformParts {
  /** Made from the configuration when absent. */
  readonly logger?: Logger;
  /** Closes what `openDatabase` opened; called once, after every other module has ended. */
  readonly stop?: () => Promise<void>;
}

const STOP = Symbol('Stop');

// A global module is the last one to end (Nest ends modules in the reverse order of their start).
@Injectable()
class LastStop implements OnApplicationShutdown {
  constructor(@Inject(STOP) private readonly stop: () => Promise<void>) {}

  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}

/** What every module may inject: CONFIG, CLOCK, RANDOM, Database, Logger, Metrics, Draining; the REST error filter and body checks. */
@Module({})
export class PlatformModule {
  static forRoot(config: Config, database: Database, parts: PlatformParts = {}): DynamicModule {
    const clock = new SystemClock();
    const random = new SystemRandom(clock);
    const logger = parts.logger ?? createLogger({ ...logSettings(config), random });
    const shared = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: clock },
      { provide: RANDOM, useValue: random },
      { provide: Database, useValue: database },
      { provide: Logger, useValue: logger },
      { provide: Metrics, useFactory: () => new Metrics({ process: config.metrics.enabled }) },
      Draining,
    ];
    return {
      module: PlatformModule,
      global: true,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController, MetricsController],
      providers: [
        ...shared,
        { provide: STOP, useValue: parts.stop ?? (() => Promise.resolve()) },
        { provide: APP_FILTER, useClass: AppErrorFilter },
        { provide: APP_PIPE, useClass: DtoPipe },
        LastStop,
      ],
      exports: shared.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }
}

/** How this process logs: JSON lines, or lines for people when a developer watches them in a terminal. */
export function logSettings(config: Config): { level: string; readable: boolean } {
  return { level: config.log.level, readable: !config.production && process.stdout.isTTY };
}
