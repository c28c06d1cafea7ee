import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsIn,
  IsInt,
  IsISO8601,
  IsLatitude,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { IsNotBlank, validateDto, violationsText } from './index.js';

class Condition {
  @IsString() field!: string;
  @IsIn(['=', '<', '>']) op!: string;
}
class Query {
  @IsNotBlank() @MaxLength(20) text!: string;
  @IsOptional() @IsInt() @Min(1) @Max(20) limit = 5;
  @IsOptional() @IsBoolean() exact?: boolean;
  @IsOptional() @IsArray() @ArrayMaxSize(3) @IsInt({ each: true }) ids?: number[];
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(5)
  @ValidateNested({ each: true })
  @Type(() => Condition)
  conditions?: Condition[];
  @IsOptional() @ValidateNested() @Type(() => Condition) first?: Condition;
}
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a DTO is a class, also without fields
class Nothing {}

function read<T extends object>(dto: new () => T, plain: unknown): T {
  const result = validateDto(dto, plain);
  if (!result.ok) throw new Error(violationsText(result.violations).en);
  return result.value;
}
function refused(
  dto: new () => object,
  plain: unknown,
): { fields: string[]; ru: string; en: string; received: string[] } {
  const result = validateDto(dto, plain);
  if (result.ok) throw new Error(`accepted ${JSON.stringify(result.value)}`);
  return {
    fields: result.violations.map((violation) => violation.field),
    received: result.violations.map((violation) => violation.received),
    ...violationsText(result.violations),
  };
}

describe('validateDto', () => {
  it.each([[true], [123], [''], ['   '], ['\u00a0\t'], [['a']], [{ a: 1 }]])(
    'res-no-silent-coercion: the text %j is refused',
    (text) => {
      expect(refused(Query, { text }).fields).toEqual(['text']);
    },
  );

  it.each([['5'], [5.5], ['5abc'], [true], [[5]], [Number.POSITIVE_INFINITY], [Number.NaN]])(
    'res-no-silent-coercion: the integer %p is refused',
    (limit) => {
      expect(refused(Query, { text: 'a', limit }).fields).toEqual(['limit']);
    },
  );

  it.each([
    ['5.0', 5],
    ['1e1', 10],
  ])('res-no-silent-coercion: the integer %s is accepted as %d', (json, limit) => {
    expect(read(Query, JSON.parse(`{"text":"a","limit":${json}}`)).limit).toBe(limit);
  });

  it('res-no-silent-coercion: minus zero becomes zero, in lists too', () => {
    class Zero {
      @IsInt() n!: number;
      @IsArray() @IsInt({ each: true }) list!: number[];
    }
    const value = read(Zero, JSON.parse('{"n":-0,"list":[-0.0]}'));
    expect([Object.is(value.n, 0), Object.is(value.list[0], 0)]).toEqual([true, true]);
  });

  it.each([['false'], [0], ['no'], [1]])('res-no-silent-coercion: %j is no boolean', (exact) => {
    expect(refused(Query, { text: 'a', exact }).fields).toEqual(['exact']);
  });

  it('res-invalid-arguments: the text names the field, what came and what is allowed, in both languages', () => {
    expect(refused(Query, { text: 'a', limit: 21 })).toMatchObject({
      ru: 'Поле «limit»: получено 21; допустимо: целое число, не меньше 1, не больше 20.',
      en: 'Field "limit": received 21; allowed: an integer, at least 1, at most 20.',
    });
    expect(refused(Query, {}).en).toBe(
      'Field "text" is missing; allowed: a text that is not blank, length at most 20.',
    );
    expect(refused(Query, { text: 'a', first: { field: 'dn', op: '~' } }).ru).toBe(
      'Поле «first.op»: получено "~"; допустимо: одно из: =, <, >.',
    );
  });

  it('res-invalid-arguments: an extra argument is named with the allowed ones', () => {
    expect(refused(Query, { text: 'a', lim: 3 }).en).toBe(
      'Field "lim": received 3; there is no such field, allowed: text, limit, exact, ids, conditions, first.',
    );
  });

  it('every violation of one input is reported, one for each field', () => {
    expect(refused(Query, { text: 5, limit: '9', exact: 1, ids: [1, 'x'] }).fields).toEqual([
      'text',
      'limit',
      'exact',
      'ids.1',
    ]);
  });

  it('schema-nullable-unions: null counts as absent, and defaults stay', () => {
    const value = read(Query, { text: 'a', limit: null, exact: null, ids: null, first: null });
    expect(value).toEqual({ text: 'a', limit: 5 });
    expect(refused(Query, { text: null }).received).toEqual(['undefined']);
    expect(refused(Query, { text: 'a', ids: [null] }).fields).toEqual(['ids.0']);
  });

  it('schema-no-arg-properties: a field given to an input without fields is named', () => {
    expect(refused(Nothing, { x: 1 })).toMatchObject({ fields: ['x'], ru: expect.stringContaining('«x»') });
    expect(read(Nothing, {})).toEqual({});
    expect(read(Nothing, undefined)).toEqual({});
  });

  it.each([[5], ['text'], [[]], [true]])('an input that is no object is refused: %j', (plain) => {
    expect(refused(Query, plain).fields).toEqual(['']);
  });

  it('nested values become instances with paths of their own', () => {
    const value = read(Query, { text: 'a', conditions: [{ field: 'dn', op: '=' }] });
    expect(value.conditions?.[0]).toBeInstanceOf(Condition);
    expect(
      refused(Query, {
        text: 'a',
        conditions: [
          { field: 'dn', op: '=' },
          { field: 1, op: '!' },
        ],
      }).fields,
    ).toEqual(['conditions.1.field', 'conditions.1.op']);
    expect(refused(Query, { text: 'a', conditions: { field: 'dn', op: '=' } }).fields).toEqual(['conditions']);
    expect(refused(Query, { text: 'a', conditions: [{ field: 'dn', op: '=', x: 1 }] }).fields).toEqual([
      'conditions.0.x',
    ]);
    expect(refused(Query, { text: 'a', conditions: [[]] }).fields).toEqual(['conditions.0']);
  });

  it('a list is judged by its size before its elements', () => {
    const answer = refused(Query, { text: 'a', ids: new Array(100_000).fill('x') });
    expect(answer.fields).toEqual(['ids']);
    expect(answer.en).toBe(
      'Field "ids": received ["x", …]; allowed: a list, number of elements at most 3; each element: an integer.',
    );
  });

  it('a text in the context of a decorator replaces the generated words', () => {
    class Own {
      @IsNotBlank({ context: { text: { ru: 'text обязателен', en: 'text is required' } } }) text!: string;
    }
    expect(refused(Own, { text: ' ' })).toMatchObject({
      ru: 'Поле «text»: получено " "; text обязателен.',
      en: 'Field "text": received " "; text is required.',
    });
  });

  it('a decorator without words gets a general text, never a sentence of the library', () => {
    class Odd {
      @ValidateBy({ name: 'isOdd', validator: { validate: (n) => Number(n) % 2 === 1 } }) n!: number;
    }
    expect(refused(Odd, { n: 2 }).ru).toBe('Поле «n»: получено 2; допустимо: другое значение (см. описание поля).');
  });

  it('lengths count characters, patterns read characters, coordinates are numbers, dates exist', () => {
    class Exact {
      @IsOptional() @Length(2, 3) a?: string;
      @IsOptional() @Matches(/^.$/) b?: string;
      @IsOptional() @IsLatitude() c?: number;
      @IsOptional() @IsISO8601() d?: string;
      @IsOptional() @IsUUID() e?: string;
      @IsOptional() @IsEmail() f?: string;
    }
    expect(read(Exact, { a: '🔥🔥🔥', b: '🔥', c: -90, d: '2026-11-30T10:00:00+05:00' })).toMatchObject({ b: '🔥' });
    expect(refused(Exact, { a: '🔥', b: 'ab', c: '43', d: '2026-02-30', e: 'x', f: 'x' }).fields).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
    ]);
  });

  it('text of a query string is converted only where the DTO says so', () => {
    class Page {
      @IsOptional() @Type(() => Number) @IsInt() page?: number;
      @IsOptional() @Type(() => Boolean) @IsBoolean() all?: boolean;
      @IsOptional() @IsArray() @Type(() => Number) @IsNumber({}, { each: true }) ids?: number[];
    }
    expect(read(Page, { page: '2', all: 'false', ids: '7' })).toEqual({ page: 2, all: false, ids: [7] });
    expect(refused(Page, { page: '2abc', all: 'no', ids: ['1e5'] }).fields).toEqual(['page', 'all', 'ids.0']);
    expect(refused(Page, { page: '' }).fields).toEqual(['page']);
  });

  it('decorators that strict validation cannot honour are refused, not skipped', () => {
    class Conditional {
      @ValidateIf(() => false) @IsString() a!: string;
    }
    class Untyped {
      @ValidateNested() a!: Condition;
    }
    class Unbounded {
      @IsArray() @ArrayUnique() a!: string[];
    }
    for (const dto of [Conditional, Untyped, Unbounded] as (new () => object)[])
      expect(() => validateDto(dto, {})).toThrow(TypeError);
  });
});

describe('hostile input', () => {
  it('keys of the prototype are unknown keys or absent values', () => {
    const plain: unknown = JSON.parse('{"text":"a","__proto__":{"limit":7},"constructor":1}');
    expect(refused(Query, plain).fields).toEqual(['__proto__', 'constructor']);
    expect(({} as { limit?: number }).limit).toBeUndefined();
    class Inherited {
      @IsOptional() @IsString() toString2?: string;
      @IsOptional() @IsString() valueOf2?: string;
    }
    expect(read(Inherited, Object.create({ toString2: 'x' }))).toEqual({});
  });

  it('of many unknown keys five are listed, and long ones are cut', () => {
    const plain = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`${'k'.repeat(500)}${String(n)}`, n]));
    const { fields } = refused(Query, { text: 'a', ...plain });
    expect(fields).toHaveLength(5);
    expect(Math.max(...fields.map((field) => field.length))).toBeLessThanOrEqual(60);
  });

  it('violations stop at twenty', () => {
    class Many {
      @IsArray() @IsInt({ each: true }) list!: number[];
    }
    expect(refused(Many, { list: new Array(100_000).fill('x') }).fields).toHaveLength(20);
  });

  it('deep nesting of a recursive DTO is refused without a crash', () => {
    class Tree {
      @IsOptional() @ValidateNested() @Type(() => Tree) child?: Tree;
    }
    let plain: object = {};
    for (let depth = 0; depth < 50_000; depth++) plain = { child: plain };
    expect(refused(Tree, plain).fields).toEqual([expect.stringMatching(/^child(\.child){20}$/)]);
  });

  it('the values of secret fields are not repeated', () => {
    class Login {
      @Length(12, 200) password!: string;
    }
    expect(JSON.stringify(validateDto(Login, { password: 'hunter2' }))).not.toContain('hunter2');
  });

  it('what came is always short and printable', () => {
    const dangerous = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.anything()),
        fc.string({ unit: 'binary' }),
        (value, key) => {
          const result = validateDto(Query, { text: value, [key]: value, exact: 'x\u202e\ud800\u0000' });
          if (result.ok) throw new Error('accepted');
          for (const { received, text } of result.violations) {
            expect(received.length).toBeLessThanOrEqual(60);
            expect(dangerous.test(received + text.ru + text.en)).toBe(false);
          }
        },
      ),
    );
  });
});
