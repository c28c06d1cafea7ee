import { afterEach, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { createTestDatabase } from '../../test/support/database.js';
import { SeededRandom } from '../../test/support/time.js';
import { readConfig } from '../config/index.js';
import { CLOCK, RANDOM } from '../kernel/index.js';
import { Database } from './database/index.js';
import { HTTP_EDGE_OPTIONS, useHttpEdge } from './http/index.js';
import { Draining } from './lifecycle/index.js';
import { createLogger, Logger } from './logger/index.js';
import { Metrics } from './metrics/index.js';
import { PlatformModule } from './platform.module.js';

type Env = Record<string, string>;
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(database: Database, env: Env = {}, stop?: () => Promise<void>): Promise<NestExpressApplication> {
  const logger = createLogger({ level: 'silent', random: new SeededRandom() });
  const platform = PlatformModule.forRoot(readConfig(env), database, { logger, ...(stop ? { stop } : {}) });
  const app = await NestFactory.create<NestExpressApplication>(platform, { ...HTTP_EDGE_OPTIONS, logger: false });
  useHttpEdge(app);
  await app.listen(0, '127.0.0.1');
  closers.push(() => app.close());
  return app;
}

async function realDatabase(): Promise<Database> {
  const test = await createTestDatabase(2);
  closers.push(() => test.drop());
  return test.database;
}

function deadDatabase(): Database {
  const database = new Database({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  closers.push(() => database.close());
  return database;
}

describe('GET /health', () => {
  it('200: ready when the database answers with all migrations applied', async () => {
    const app = await start(await realDatabase());
    const response = await request(app.getHttpServer()).get('/health/ready');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'ok',
      details: { database: { status: 'up' }, accepting: { status: 'up' } },
    });
  });

  it('503: a database that does not answer; the process itself is live', async () => {
    const app = await start(deadDatabase());
    const ready = await request(app.getHttpServer()).get('/health/ready');
    expect([ready.status, ready.type]).toEqual([503, 'application/json']);
    expect(ready.body).toMatchObject({
      status: 'error',
      details: { database: { status: 'down', message: 'no answer' } },
    });
    expect(ready.text).not.toContain('ECONNREFUSED');
    expect((await request(app.getHttpServer()).get('/health/live')).status).toBe(200);
  });

  it('503: a database that lacks migrations of this version', async () => {
    const database = await realDatabase();
    await database.rows(`UPDATE _prisma_migrations SET rolled_back_at = now()`);
    await database.rows(`DELETE FROM _prisma_migrations`);
    const app = await start(database);
    const response = await request(app.getHttpServer()).get('/health/ready');
    expect(response.status).toBe(503);
    expect(response.text).toContain('migrations are missing');
  });

  it('503: a process that is shutting down', async () => {
    const app = await start(await realDatabase());
    app.get(Draining).onModuleDestroy();
    const response = await request(app.getHttpServer()).get('/health/ready');
    expect(response.status).toBe(503);
    expect(response.headers['retry-after']).toBe('5');
    expect(response.body).toMatchObject({ details: { accepting: { status: 'down' }, database: { status: 'up' } } });
  });
});

describe('GET /metrics', () => {
  const token = 'a-token-of-the-collector';
  const read = (app: NestExpressApplication, headers: Env = {}): request.Test =>
    request(app.getHttpServer()).get('/metrics').set(headers);

  it('200: for a collector on this machine, with the figures of the process', async () => {
    const app = await start(deadDatabase());
    const response = await read(app);
    expect([response.status, response.type]).toEqual([200, 'text/plain']);
    expect(response.text).toContain('turnpike_process_cpu_seconds_total');
    expect(response.text).toContain('turnpike_tool_calls_total');
  });

  it('404: through a proxy without the token or with a wrong one', async () => {
    const app = await start(deadDatabase(), { METRICS_TOKEN: token });
    const forwarded = { 'X-Forwarded-For': '203.0.113.9' };
    expect((await read(app, forwarded)).status).toBe(404);
    expect((await read(app, { ...forwarded, Authorization: `Bearer ${token}x` })).status).toBe(404);
    expect((await read(app, { ...forwarded, Authorization: token })).status).toBe(404);
    expect((await read(app, { ...forwarded, Authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('404: through a proxy when no token is set, whatever is sent', async () => {
    const app = await start(deadDatabase());
    expect((await read(app, { Forwarded: 'for=203.0.113.9', Authorization: 'Bearer undefined' })).status).toBe(404);
  });

  it('404: when METRICS_ENABLED is false', async () => {
    const app = await start(deadDatabase(), { METRICS_ENABLED: 'false' });
    expect((await read(app)).status).toBe(404);
  });
});

describe('PlatformModule', () => {
  it('gives every part to other modules and stops the database after all others', async () => {
    const order: string[] = [];
    const database = deadDatabase();
    const app = await start(database, {}, () => Promise.resolve(void order.push('stop')));
    for (const token of [CLOCK, RANDOM, Database, Logger, Metrics, Draining]) expect(app.get(token)).toBeDefined();
    let finish: () => void = () => undefined;
    const call = app.get(Draining).track(new Promise<void>((resolve) => (finish = resolve)));
    const closing = app.close().then(() => order.push('closed'));
    // Long enough for a shutdown that does not wait to go by.
    await new Promise((resolve) => setTimeout(resolve, 100));
    order.push('call');
    finish();
    await Promise.all([call, closing]);
    expect(order).toEqual(['call', 'stop', 'closed']);
  });
});
