import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SeededRandom } from '../../../test/support/time.js';
import { createLogger, type Logger } from './logger.js';
import { NestLogger } from './nest-logger.js';
import { runInRequest } from './request-context.js';

function capture(readable = false): { logger: Logger; lines: string[]; text: () => string } {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'trace',
    random: new SeededRandom(7),
    readable,
    write: (line) => lines.push(line),
  });
  return { logger, lines, text: () => lines.join('') };
}

const parse = (line: string | undefined): Record<string, unknown> => JSON.parse(line ?? '') as Record<string, unknown>;

const alphanumeric = fc.stringMatching(/^[0-9A-Za-z]{22,40}$/);
const base64url = fc.stringMatching(/^[0-9A-Za-z_-]{10,60}$/);
const apiKey = alphanumeric.map((body) => `tpk_live_${body}`);
const jwt = fc
  .tuple(fc.constantFrom('HS256', 'ES256', 'EdDSA', 'none'), base64url, base64url)
  .map(([alg, claims, mac]) => `${Buffer.from(JSON.stringify({ alg })).toString('base64url')}.${claims}.${mac}`);
const secret = fc.oneof(apiKey, jwt);
// What may stand before the secret in a text, glued to it or not.
const lead = fc.oneof(
  fc.constantFrom('', 'Bearer ', 'x', '%3D', '"', '{"a":"', 'key=', '\n', 'eyJ', 'tpk', '.', '='),
  fc.string(),
);

/** One way of putting a text deep into what is logged. */
type Wrap = (text: string) => unknown;
const wraps: readonly Wrap[] = [
  (text) => ({ field: text }),
  (text) => ({ list: [1, { deep: [text] }] }),
  (text) => ({ map: new Map([['inner', text]]), set: new Set([text]) }),
  (text) => ({ [text]: 'as a name' }),
  (text) => new Error(text),
  (text) => new Error('outer', { cause: new Error('middle', { cause: text }) }),
  (text) => new AggregateError([new Error(text)], 'several'),
  (text) => ({ json: JSON.stringify({ again: JSON.stringify({ text }) }) }),
  (text) => ({ url: new URL(`https://example.org/?q=${encodeURIComponent(text)}`) }),
];

describe('logger', () => {
  it('lets no generated key or JWT through, wherever it is placed', () => {
    fc.assert(
      fc.property(secret, lead, fc.constantFrom(...wraps), fc.boolean(), (value, before, wrap, readable) => {
        const { logger, text } = capture(readable);
        logger.info(`${before}${value}`, { error: wrap(`${before}${value}`) });
        logger.child({ bound: wrap(value) }).warn('bound');
        logger.reportError(wrap(value), { given: value });
        new NestLogger(logger).error(wrap(value), `Error: ${value}\n    at place`, value);
        const written = text();
        const body = value.startsWith('tpk_') ? value.slice('tpk_live_'.length) : value.slice(value.indexOf('.'));
        expect(written).not.toContain(value);
        expect(written).not.toContain(body);
      }),
      { numRuns: 300 },
    );
  });

  it('hides values by the name of their field, whatever they look like', () => {
    const { logger, text } = capture();
    logger.info('login', {
      password: 'hunter2-a',
      new_password: 'hunter2-b',
      headers: { Authorization: 'Basic aHVudGVyMi1j', cookie: 'sid=hunter2-d' },
      access_token: 'hunter2-e',
      'x-api-key': 'hunter2-f',
      clientSecret: { nested: 'hunter2-g' },
    });
    expect(text()).not.toMatch(/hunter2|aHVudGVyMi1j/);
  });

  it.each([
    'Authorization: Basic aHVudGVyMi1j',
    'authorization=Digest username="x", response=hunter2',
    'POST /login {"login":"a","password":"hunter2, with \\"quotes\\" and spaces hunter2"}',
    '{\\"password\\":\\"hunter2\\"}',
    'connect postgresql://turnpike:hunter2@db:5432/turnpike failed',
    'https://example.org/cb?access_token=hunter2&state=1',
    "secret = 'hunter2 hunter2'",
    'refresh_token: hunter2',
    '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----',
  ])('hides the secret inside the text %j', (message) => {
    const { logger, text } = capture();
    logger.info(message, { message });
    expect(text()).not.toMatch(/hunter2|aHVudGVyMi1j/);
  });

  it('keeps what is not secret', () => {
    const { logger, lines } = capture();
    logger.info('call finished', {
      tool: 'find_owner',
      durationMs: 12.5,
      charged: 2_000_000n,
      keyPrefix: null,
      ok: true,
    });
    expect(parse(lines[0])).toMatchObject({
      level: 'info',
      msg: 'call finished',
      tool: 'find_owner',
      durationMs: 12.5,
      charged: '2000000',
      ok: true,
    });
  });

  it('survives cycles, throwing getters, great depth and great width', () => {
    const { logger, lines } = capture();
    const cycle: Record<string, unknown> = { wide: Array.from({ length: 1_000 }, (_, index) => index) };
    cycle.self = cycle;
    let deep: unknown = 'bottom';
    for (let level = 0; level < 10_000; level++) deep = { deep };
    const trap = {
      get field(): string {
        throw new Error('no');
      },
    };
    logger.info('odd', { cycle, deep, trap, bytes: Buffer.alloc(10), nothing: undefined, symbol: Symbol('s') });
    expect(parse(lines[0])).toMatchObject({ trap: '[unreadable]', bytes: '[10 bytes]', cycle: { self: '[circular]' } });
    expect(lines[0]?.length).toBeLessThan(5_000);
  });

  it('cuts a hostile megabyte to a bounded line', () => {
    const { logger, lines } = capture();
    for (const piece of [
      'eyJ',
      'eyJ.',
      'tpk_',
      'password:"\\',
      'token   ',
      '//',
      'bearer ',
      'authorization',
      '-----BEGIN ',
    ]) {
      logger.info(piece.repeat(1_000_000 / piece.length), { piece });
    }
    expect(lines).toHaveLength(9);
    expect(lines.every((line) => line.length < 70_000)).toBe(true);
  });

  it('reports an error under a UUID that is in the log with the error and its cause', () => {
    const { logger, lines } = capture();
    const errorId = logger.reportError(new Error('outer', { cause: new Error('inner') }), { tool: 'x' });
    expect(errorId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(parse(lines[0])).toMatchObject({
      errorId,
      tool: 'x',
      error: { message: 'outer', cause: { message: 'inner' } },
    });
  });

  it('does not quote rows: of a database error only its code and constraint are kept', () => {
    const { logger, text } = capture();
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'user_login_key',
      detail: 'Key (login)=(ivan)',
    });
    logger.reportError(error);
    expect(text()).toContain('user_login_key');
    expect(text()).not.toContain('ivan');
  });

  it('adds the trace of the running request', async () => {
    const { logger, lines } = capture();
    await runInRequest({ requestId: 'r-1', traceId: 'a'.repeat(32) }, async () => {
      await Promise.resolve();
      logger.info('inside');
    });
    logger.info('outside');
    expect(parse(lines[0])).toMatchObject({ requestId: 'r-1', traceId: 'a'.repeat(32) });
    expect(parse(lines[1])).not.toHaveProperty('requestId');
  });

  it('writes nothing below its level', () => {
    const lines: string[] = [];
    const logger = createLogger({ level: 'warn', random: new SeededRandom(), write: (line) => lines.push(line) });
    logger.info('hidden');
    logger.warn('shown');
    expect(lines).toHaveLength(1);
  });

  it('is readable in a terminal: time, level, text, fields, the stack of the error and of its cause', () => {
    const { logger, text } = capture(true);
    logger.error('Broken', { tool: 'x', error: new Error('outer', { cause: new Error('inner') }) });
    expect(text()).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} ERROR Broken tool=x\n {2}Error: outer\n[^]*caused by:\n {2}Error: inner/,
    );
  });
});
