import { describe, expect, it } from '@jest/globals';
import { SeededRandom } from '../../../test/support/time.js';
import { createLogger } from './logger.js';
import { NestLogger } from './nest-logger.js';

describe('NestLogger', () => {
  function lineOf(use: (logger: NestLogger) => void): Record<string, unknown> {
    let written = '';
    use(
      new NestLogger(createLogger({ level: 'trace', random: new SeededRandom(), write: (line) => (written += line) })),
    );
    return JSON.parse(written) as Record<string, unknown>;
  }

  it('keeps the text and the context', () => {
    expect(lineOf((logger) => logger.log('Started', 'NestApplication'))).toMatchObject({
      level: 'debug',
      msg: 'Started',
      context: 'NestApplication',
    });
  });

  it('keeps a stack that is passed as text apart from the context', () => {
    const stack = 'Error: x\n    at place';
    expect(lineOf((logger) => logger.error('Broken', stack, 'Router'))).toMatchObject({
      level: 'error',
      stack,
      context: 'Router',
    });
  });

  it('writes an error object with its causes', () => {
    const error = new Error('outer', { cause: new Error('inner') });
    expect(lineOf((logger) => logger.warn(error, error.stack))).toMatchObject({
      level: 'warn',
      msg: 'outer',
      error: { cause: { message: 'inner' } },
    });
  });

  it('writes further values as details', () => {
    expect(lineOf((logger) => logger.verbose('Seen', { a: 1 }, 'Scanner'))).toMatchObject({
      level: 'trace',
      details: [{ a: 1 }],
      context: 'Scanner',
    });
  });
});
