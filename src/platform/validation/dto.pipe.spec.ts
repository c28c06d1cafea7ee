import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import { IsInt } from 'class-validator';
import { AppError } from '../../kernel/index.js';
import { DtoPipe } from './index.js';

class Page {
  @IsInt() @Type(() => Number) page!: number;
}
const pipe = new DtoPipe();

describe('DtoPipe', () => {
  it('turns a body or a query into its DTO', () => {
    expect(pipe.transform({ page: '2' }, { type: 'query', metatype: Page })).toEqual(
      Object.assign(new Page(), { page: 2 }),
    );
  });

  it('refuses with invalid_input that lists the violations', () => {
    let error: unknown;
    try {
      pipe.transform({ page: 'x' }, { type: 'body', metatype: Page });
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'invalid_input',
      text: { en: 'Field "page": received "x"; allowed: an integer.' },
      data: { violations: [{ field: 'page', received: '"x"' }] },
    });
  });

  it('lets parameters without a DTO pass', () => {
    expect(pipe.transform('7', { type: 'param', metatype: Page })).toBe('7');
    expect(pipe.transform('7', { type: 'query', metatype: String })).toBe('7');
    expect(pipe.transform(7, { type: 'body' })).toBe(7);
  });
});
