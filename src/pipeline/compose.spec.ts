import { describe, expect, it } from '@jest/globals';
import { compose, type Step } from './compose.js';

const named = (name: string): Step<string[]> => ({
  async around(log, next) {
    log.push(`${name}>`);
    await next();
    log.push(`<${name}`);
  },
});

describe('compose', () => {
  it('runs the before halves inwards and the after halves outwards', async () => {
    const log: string[] = [];
    await compose([named('a'), named('b')])(log);
    expect(log).toEqual(['a>', 'b>', '<b', '<a']);
  });

  it('stops where a step does not go on', async () => {
    const log: string[] = [];
    await compose([named('a'), { around: () => Promise.resolve() }, named('c')])(log);
    expect(log).toEqual(['a>', '<a']);
  });

  it('refuses a second next()', async () => {
    const twice: Step<string[]> = {
      async around(_log, next) {
        await next();
        await next();
      },
    };
    await expect(compose([twice, named('b')])([])).rejects.toThrow('twice');
  });
});
