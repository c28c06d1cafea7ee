import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Body, Controller, Get, Module, Post, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ThrottlerException } from '@nestjs/throttler';
import type { Response } from 'express';
import request from 'supertest';
import { readConfig } from '../../config/index.js';
import { AppError, ERROR_CODES, type ErrorCode } from '../../kernel/index.js';
import { Database } from '../database/index.js';
import { createLogger, currentRequest, NestLogger } from '../logger/index.js';
import { PlatformModule } from '../platform.module.js';
import { SystemClock, SystemRandom } from '../time/time.js';
import { HTTP_EDGE_OPTIONS, useHttpEdge } from './http-edge.js';

const ORIGIN = 'https://app.example';
const LIMIT = 2_048;
const log: string[] = [];
let thrown: unknown = new Error('nothing');

@Controller('probe')
class ProbeController {
  @Post('echo')
  echo(@Body() body: unknown): unknown {
    return { body, trace: currentRequest()?.traceId };
  }

  @Post('throw')
  throw(): never {
    throw thrown;
  }

  @Get('half')
  half(@Res() response: Response): never {
    response.write('half of it');
    throw new Error('broke in the middle');
  }
}

@Module({ controllers: [ProbeController] })
class ProbeModule {}

let app: NestExpressApplication;
beforeAll(async () => {
  const config = readConfig({ CORS_ALLOWED_ORIGINS: ORIGIN, BODY_LIMIT_BYTES: String(LIMIT) });
  const random = new SystemRandom(new SystemClock());
  const logger = createLogger({ level: 'warn', random, write: (line) => log.push(line) });
  const database = new Database({ url: 'postgresql://nobody@127.0.0.1:1/none' });
  const platform = PlatformModule.forRoot(config, database, { logger, stop: () => database.close() });
  @Module({ imports: [platform, ProbeModule] })
  class Root {}
  app = await NestFactory.create<NestExpressApplication>(Root, {
    ...HTTP_EDGE_OPTIONS,
    logger: new NestLogger(logger),
  });
  useHttpEdge(app);
  await app.listen(0, '127.0.0.1');
});
afterAll(async () => {
  await app.close();
});

const post = (path: string): request.Test => request(app.getHttpServer()).post(path).set('Origin', ORIGIN);
const failWith = (error: unknown): request.Test => {
  thrown = error;
  return post('/probe/throw');
};
interface ErrorBody {
  readonly error: { code: string; message: string; error_id?: string; details?: unknown };
}
const errorOf = (response: request.Response): ErrorBody['error'] => (response.body as ErrorBody).error;

describe('errors of the REST doors', () => {
  const expected: Record<ErrorCode, number> = {
    invalid_input: 400,
    invalid_params: 400,
    unknown_tool: 404,
    unauthenticated: 401,
    login_failed: 401,
    scope_missing: 403,
    right_missing: 403,
    plan_required: 402,
    rate_limited: 429,
    insufficient_credits: 402,
    idempotency_conflict: 409,
    idempotency_mismatch: 409,
    not_found: 404,
    conflict: 409,
    tool_failed: 422,
    timeout: 504,
    cancelled: 499,
    disconnected: 499,
    audit_unavailable: 503,
    unavailable: 503,
    internal: 500,
  };

  it.each(ERROR_CODES)('%s has its status and its code in the body', async (code) => {
    const response = await failWith(new AppError(code, { ru: 'По-русски', en: 'In English' }));
    expect(response.status).toBe(expected[code]);
    expect(errorOf(response).code).toBe(code);
  });

  it('speaks the language of the request, then the default one, and says which', async () => {
    const error = new AppError('conflict', { ru: 'По-русски', en: 'In English' }, { field: 'name' });
    const english = await failWith(error).set('Accept-Language', 'en-GB');
    expect(english.body).toEqual({ error: { code: 'conflict', message: 'In English', details: { field: 'name' } } });
    expect(english.headers['content-language']).toBe('en');
    const russian = await failWith(error);
    expect(errorOf(russian).message).toBe('По-русски');
    expect(russian.headers['content-language']).toBe('ru');
  });

  it('a 401 carries a challenge, a refusal for a while carries Retry-After in whole seconds', async () => {
    const unauthenticated = await failWith(new AppError('unauthenticated', { ru: 'т', en: 't' }));
    expect(unauthenticated.headers['www-authenticate']).toBe('Bearer');
    const limited = await failWith(new AppError('rate_limited', { ru: 'т', en: 't' }, { retry_after_seconds: 2.1 }));
    expect(limited.headers['retry-after']).toBe('3');
  });

  it('of an unexpected error shows an id that is in the log, and nothing else', async () => {
    log.length = 0;
    const response = await failWith(new TypeError('relation "app_user" does not exist at /srv/app.js'));
    expect(response.status).toBe(500);
    expect(response.text).not.toMatch(/relation|app_user|srv|TypeError/);
    const id = errorOf(response).error_id ?? 'none';
    expect(errorOf(response).message).toContain(id);
    expect(log.filter((line) => line.includes(id) && line.includes('app_user'))).toHaveLength(1);
  });

  it.each([undefined, null, 'text', 42, { status: 200 }])('answers 500 when %j is thrown', async (value) => {
    const response = await failWith(value);
    expect([response.status, errorOf(response).code]).toEqual([500, 'internal']);
  });

  it('writes the refusals of the framework the same way', async () => {
    const missing = await request(app.getHttpServer()).get('/no/such/<script>').set('Accept', 'text/html');
    expect([missing.status, missing.type, errorOf(missing).code]).toEqual([404, 'application/json', 'not_found']);
    expect(missing.text).not.toContain('script');
    const throttled = await failWith(new ThrottlerException()).set('Accept-Language', 'en');
    expect([throttled.status, errorOf(throttled).code]).toEqual([429, 'rate_limited']);
    expect(errorOf(throttled).message).toContain('Retry-After');
    const badPath = await request(app.getHttpServer()).get('/probe/%FF');
    expect([badPath.status, badPath.type]).toEqual([404, 'application/json']);
  });

  it('of an internal AppError shows no more: its text and data are for the log', async () => {
    const response = await failWith(new AppError('internal', { ru: 'таблица call', en: 'table call' }, { row: 'x' }));
    expect(errorOf(response).error_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(errorOf(response)).not.toHaveProperty('details');
    expect(response.text).not.toMatch(/таблица|table call/);
  });

  it('cuts the connection when a streamed answer breaks in the middle', async () => {
    log.length = 0;
    await expect(request(app.getHttpServer()).get('/probe/half')).rejects.toThrow(/aborted|hang up|reset/);
    expect(log).toHaveLength(1);
    expect(log[0]).toContain('broke in the middle');
  });
});

describe('JSON bodies', () => {
  const send = (type: string, body: string | Buffer): request.Test =>
    post('/probe/echo')
      .set('Content-Type', type)
      .serialize((raw: unknown) => raw as string)
      .send(body);

  it.each(['application/json', 'application/json; charset=utf-8', 'APPLICATION/JSON;charset="UTF-8"'])(
    'are read as %s',
    async (type) => {
      const response = await send(type, '{"имя":[1,null]}');
      expect((response.body as { body: unknown }).body).toEqual({ имя: [1, null] });
    },
  );

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json; charset=utf-16',
    '',
  ])('are refused as %j with 415', async (type) => {
    const response = await send(type, '{}');
    expect([response.status, errorOf(response).code]).toEqual([415, 'unsupported_media_type']);
  });

  it.each([['{"a":'], ['nope'], [Buffer.from([0x22, 0xff, 0x22])], [' ']])(
    'that are no JSON give 400',
    async (body) => {
      const response = await send('application/json', body);
      expect([response.status, errorOf(response).code]).toEqual([400, 'invalid_json']);
      expect(response.text).not.toContain('position');
    },
  );

  it('nested deeper than 32 levels give 400', async () => {
    expect((await send('application/json', '['.repeat(32) + ']'.repeat(32))).status).toBe(201);
    expect((await send('application/json', '['.repeat(33) + ']'.repeat(33))).status).toBe(400);
  });

  it('may be empty when no body is needed', async () => {
    expect((await post('/probe/echo')).status).toBe(201);
  });

  it('http-body-limit-and-inflate: one byte over the limit is 413, with and without Content-Length', async () => {
    const body = (length: number): string => JSON.stringify('x'.repeat(length - 2));
    expect((await send('application/json', body(LIMIT))).status).toBe(201);
    const declared = await send('application/json', body(LIMIT + 1));
    expect([declared.status, errorOf(declared).details]).toEqual([413, { limit_bytes: LIMIT }]);
    expect((await chunked(Buffer.from(body(LIMIT)))).status).toBe(201);
    expect((await chunked(Buffer.from(body(LIMIT + 1)))).status).toBe(413);
  });

  it('http-body-limit-and-inflate: an endless chunked body is answered at once, not read to its end', async () => {
    const reply = await chunked(Buffer.alloc(LIMIT + 1, 0x20), { end: false });
    expect(reply.status).toBe(413);
  });

  it('http-body-limit-and-inflate: compressed bodies are 415', async () => {
    const response = await send('application/json', gzipSync('{}')).set('Content-Encoding', 'gzip');
    expect([response.status, errorOf(response).code]).toEqual([415, 'unsupported_encoding']);
  });
});

describe('CORS', () => {
  it('cors-preflight-before-auth: 204 for any path, with no body and no challenge', async () => {
    const response = await request(app.getHttpServer())
      .options('/api/v1/anything')
      .set('Origin', ORIGIN)
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'authorization,content-type');
    expect([response.status, response.text]).toEqual([204, '']);
    expect(response.headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(response.headers['www-authenticate']).toBeUndefined();
  });

  it('cors-on-error-paths: every answer carries the same headers as a success', async () => {
    const answers = [
      await post('/probe/echo').send({}),
      await post('/nowhere'),
      await post('/probe/echo').set('Content-Type', 'application/json').send('{'),
      await post('/probe/echo').send({ text: 'x'.repeat(LIMIT) }),
      await failWith(new Error('x')),
      await failWith(new AppError('unauthenticated', { ru: 'т', en: 't' })),
      await failWith(new AppError('rate_limited', { ru: 'т', en: 't' })),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 404, 400, 413, 500, 401, 429]);
    for (const { headers } of answers) {
      expect(headers['access-control-allow-origin']).toBe(ORIGIN);
      expect(headers.vary).toContain('Origin');
      expect(headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    }
  });
});

describe('Host, ids and safe headers', () => {
  it('refuses a foreign Host with 403, but answers the probes', async () => {
    const refused = await request(app.getHttpServer()).post('/probe/echo').set('Host', 'evil.example');
    expect([refused.status, errorOf(refused).code]).toEqual([403, 'host_not_allowed']);
    const probe = await request(app.getHttpServer()).get('/health/live').set('Host', '10.0.0.7:8080');
    expect(probe.status).toBe(200);
  });

  it('echoes the request id and keeps the trace through the handler', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const response = await post('/probe/echo')
      .set({ 'X-Request-Id': 'job-1', traceparent: `00-${trace}-b7ad6b7169203331-01` })
      .send({ a: 1 });
    expect(response.headers['x-request-id']).toBe('job-1');
    expect(response.body).toEqual({ body: { a: 1 }, trace });
  });

  it('does not say what it runs on, and forbids sniffing and framing', async () => {
    const { headers } = await post('/probe/echo');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });
});

/** Sends a body in chunks without Content-Length; `end: false` never finishes it. */
function chunked(body: Buffer, options = { end: true }): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const { port } = app.getHttpServer().address() as { port: number };
    const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const outgoing = httpRequest(
      { host: '127.0.0.1', port, path: '/probe/echo', method: 'POST', headers },
      (incoming) => {
        incoming.resume();
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers });
        if (!options.end) outgoing.destroy();
      },
    );
    outgoing.on('error', reject);
    outgoing.write(body);
    if (options.end) outgoing.end();
  });
}
