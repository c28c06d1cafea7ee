import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { INestApplication, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import type { Config } from '../config/index.js';
import { authSecret } from '../identity/index.js';
import {
  createLogger,
  HTTP_EDGE_OPTIONS,
  logSettings,
  NestLogger,
  openDatabase,
  SystemClock,
  SystemRandom,
  useHttpEdge,
  type Database,
  type Logger,
} from '../platform/index.js';
import { seedDemo, type Demo } from './demo.js';

/** A server that listens. */
export interface Running {
  readonly app: INestApplication;
  readonly config: Config;
  readonly database: Database;
  readonly logger: Logger;
  /** Where it listens: `http://localhost:8080`. */
  readonly url: string;
  /** What was seeded, when `SEED_DEMO` is on. */
  readonly demo?: Demo;
  /** Finishes running calls, closes the door, then the database. */
  stop(): Promise<void>;
}

/**
 * Opens the database, migrates and seeds it, and starts to listen.
 * @param suites further modules with decorated tools
 */
export async function start(settings: Config, suites: readonly Type[] = []): Promise<Running> {
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const logger = createLogger({ ...logSettings(settings), random });
  const config: Config = { ...settings, auth: { ...settings.auth, secret: authSecret(settings, random) } };
  const opened = await openDatabase(config, { log: logger });
  try {
    const demo = config.demo
      ? await seedDemo(opened.database, { production: config.production, clock, random })
      : undefined;
    const parts = { logger, stop: () => opened.stop() };
    const app = await NestFactory.create<NestExpressApplication>(
      AppModule.forRoot(config, opened.database, parts, suites),
      { ...HTTP_EDGE_OPTIONS, logger: new NestLogger(logger) },
    );
    useHttpEdge(app);
    // Process 1 of a container ignores a signal that is sent to itself again, so the hooks end the process.
    app.enableShutdownHooks([], { useProcessExit: true });
    await app.listen(config.http.port, config.http.host);
    const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
    return {
      app,
      config,
      database: opened.database,
      logger,
      url: `http://localhost:${String(port)}`,
      ...(demo === undefined ? {} : { demo }),
      stop: () => app.close(),
    };
  } catch (error) {
    await opened.stop();
    throw error;
  }
}
