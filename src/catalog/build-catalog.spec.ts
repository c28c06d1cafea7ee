import { describe, expect, it } from '@jest/globals';
import { Type } from 'class-transformer';
import {
  ArrayUnique,
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { credits, type Right } from '../kernel/index.js';
import { Pii, Tool, ToolSuite, type DtoClass, type ToolDefinition } from '../toolkit/index.js';
import { buildCatalog, CatalogError } from './index.js';

class Condition {
  @IsString() op!: string;
}
class Input {
  @IsInt() @Min(1) id!: number;
  @IsOptional() @IsInt() limit = 5;
  @IsOptional() @IsArray() @ValidateNested({ each: true }) @Type(() => Condition) conditions?: Condition[];
}
class Output {
  @IsString() name!: string;
  @Pii('phone') @IsOptional() @IsString() phone?: string;
}
const text = { ru: 'а', en: 'a' };
const GOOD: ToolDefinition = {
  name: 'find',
  input: Input,
  output: Output,
  texts: {
    title: text,
    description: text,
    fields: { id: text, limit: text, conditions: text, 'conditions.op': { ru: 'знак', en: 'sign' } },
  },
  right: 'heat:read',
  price: credits(2),
  timeoutMs: 1_000,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};

function toolWith(change: Partial<ToolDefinition>, suite = 'heat'): object {
  class Example {
    run(): object {
      return { name: this.constructor.name };
    }
  }
  const descriptor = Object.getOwnPropertyDescriptor(Example.prototype, 'run');
  if (!descriptor) throw new Error('no descriptor');
  Tool({ ...GOOD, ...change })(Example.prototype, 'run', descriptor);
  ToolSuite(suite)(Example);
  return new Example();
}
function mistakes(instances: readonly object[], requestScoped = false): string {
  try {
    buildCatalog(instances.map((instance) => ({ instance, requestScoped })));
  } catch (error) {
    if (error instanceof CatalogError) return error.mistakes.join('\n');
    throw error;
  }
  return '';
}
/** A definition whose input is the class, with a text for each of its fields. */
function withInput(input: DtoClass, ...fields: string[]): Partial<ToolDefinition> {
  return { input, texts: { ...GOOD.texts, fields: Object.fromEntries(fields.map((field) => [field, text])) } };
}

describe('buildCatalog', () => {
  it('finds the tools of all objects and orders them by name', async () => {
    const owners = [toolWith({ name: 'b' }), {}, toolWith({ name: 'a' })].map((instance) => ({
      instance,
      requestScoped: false,
    }));
    const tools = buildCatalog(owners);
    expect(tools.map((tool) => tool.name)).toEqual(['a', 'b']);
    const ctx = undefined as never;
    expect(await tools[0]?.run({}, ctx)).toEqual({ name: 'Example' });
  });

  it('describes the input in each language with closed, inlined objects and defaults', () => {
    const [tool] = buildCatalog([{ instance: toolWith({}), requestScoped: false }]);
    expect(tool?.inputSchema.ru).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer', minimum: 1, description: 'а' },
        limit: { type: 'integer', description: 'а', default: 5 },
        conditions: {
          type: 'array',
          items: {
            type: 'object',
            properties: { op: { type: 'string', description: 'знак' } },
            required: ['op'],
            additionalProperties: false,
          },
          description: 'а',
        },
      },
      required: ['id'],
      additionalProperties: false,
    });
  });

  it('schema-no-arg-properties: a tool without arguments still has properties', () => {
    // eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a DTO is a class, also without fields
    class Empty {}
    const [tool] = buildCatalog([{ instance: toolWith(withInput(Empty)), requestScoped: false }]);
    expect(tool?.inputSchema.en).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });

  it('schema-name-charset: names equal but for letter case are duplicates', () => {
    expect(mistakes([toolWith({ name: 'find' }), toolWith({ name: 'find' })])).toContain('duplicate name find');
    expect(mistakes([toolWith({ name: 'find' }), toolWith({ name: 'Find' })])).toContain('duplicate name Find');
  });

  it.each([['Find'], ['найти'], ['9a'], ['a.b'], ['a-b'], ['a'.repeat(38)], ['']])(
    'schema-name-length, schema-name-charset: the name %j is refused',
    (name) => {
      expect(mistakes([toolWith({ name })])).toContain('the name must match');
    },
  );

  it('lists every mistake of every tool at once', () => {
    expect(
      mistakes([toolWith({ name: 'A', timeoutMs: 1 }), toolWith({ name: 'b', price: credits(-1) })]).split('\n'),
    ).toHaveLength(3);
  });

  it.each<[string, Partial<ToolDefinition>, string]>([
    ['an unknown right', { right: 'heat:everything' as Right }, 'unknown right heat:everything'],
    [
      'a missing annotation',
      { annotations: { readOnlyHint: true, idempotentHint: true } as never },
      'missing annotation openWorldHint',
    ],
    [
      'a writing tool that does not say whether it destroys',
      { annotations: { ...GOOD.annotations, readOnlyHint: false } },
      'missing annotation destructiveHint',
    ],
    ['a negative price', { price: credits(-1) }, 'the price must not be negative'],
    ['a timeout below 100 ms', { timeoutMs: 99 }, 'timeoutMs must be'],
    ['a timeout above 600 s', { timeoutMs: 600_001 }, 'timeoutMs must be'],
    ['a meter without units', { metered: { name: 'results', most: 0 } }, 'metered.most must be'],
    ['a meter without a name', { metered: { name: '', most: 1 } }, 'metered.name must match'],
    ['a rate limit of no calls', { rateLimit: { calls: 0, seconds: 60 } }, 'rateLimit must allow'],
    ['an empty title', { texts: { ...GOOD.texts, title: { ru: 'а', en: ' ' } } }, 'no en text of title'],
    [
      'an absent description',
      { texts: { ...GOOD.texts, description: { en: 'a' } as never } },
      'no ru text of description',
    ],
    [
      'a nested field without a text',
      { texts: { ...GOOD.texts, fields: { id: text, limit: text, conditions: text } } },
      'no ru text of the field conditions.op',
    ],
    [
      'a text for a field that does not exist',
      { texts: { ...GOOD.texts, fields: { ...GOOD.texts.fields, idd: text } } },
      'a text for idd',
    ],
  ])('%s is refused', (_, change, expected) => {
    expect(mistakes([toolWith(change)])).toContain(expected);
  });

  it('a class without @ToolSuite is refused', () => {
    expect(mistakes([toolWith({}, '')])).toContain('the class has no @ToolSuite');
  });

  it('a request-scoped provider is refused', () => {
    expect(mistakes([toolWith({})], true)).toContain('request-scoped');
  });
});

describe('DTOs that cannot be published are refused', () => {
  it('a field without a validator, by its initialiser or its tag', () => {
    class Bare {
      limit = 5;
    }
    class BareOutput {
      @Pii('phone') phone!: string;
    }
    expect(mistakes([toolWith(withInput(Bare))])).toContain('input limit: the field has no validator');
    expect(mistakes([toolWith({ output: BareOutput })])).toContain('output phone: the field has no validator');
  });

  it('a decorator that JSON Schema cannot say', () => {
    class Odd {
      @IsInt() @ValidateBy({ name: 'isOdd', validator: { validate: () => true } }) a!: number;
      @Matches(/x/i) b!: string;
      @IsNumber({ maxDecimalPlaces: 2 }) c!: number;
      @ValidateIf(() => true) @IsInt() d!: number;
      @IsString({ groups: ['x'] }) e!: string;
    }
    const found = mistakes([toolWith(withInput(Odd, 'a', 'b', 'c', 'd', 'e'))]);
    for (const part of ['a: @isOdd', 'b: @Matches(/x/i)', 'c: @IsNumber', 'd: @ValidateIf', 'e: groups']) {
      expect(found).toContain(`input ${part}`);
    }
  });

  it('a value without exactly one type', () => {
    class Loose {
      @Min(1) a!: number;
      @IsArray() b!: string[];
      @IsString() c!: string[];
      @IsObject() d!: object;
      @IsString() @MinLength(1) @MinLength(2) e!: string;
      @ValidateNested() f!: object;
      @IsArray() @ArrayUnique() @ValidateNested({ each: true }) @Type(() => Condition) g!: Condition[];
    }
    const found = mistakes([toolWith(withInput(Loose, 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'g.op'))]);
    for (const part of [
      'a: no decorator states the type',
      'b: no decorator states',
      'c: a decorator of a single value',
      'd: @IsObject',
      'e: two decorators both set minLength',
      'f: @ValidateNested without @Type',
      'g: @ArrayUnique',
    ]) {
      expect(found).toContain(`input ${part}`);
    }
  });

  it('a class that contains itself', () => {
    class Tree {
      @IsOptional() @ValidateNested() @Type(() => Tree) child?: Tree;
    }
    expect(mistakes([toolWith(withInput(Tree, 'child'))])).toContain('input child: Tree contains itself');
  });

  it('a property name that some clients refuse', () => {
    class Cyrillic {
      @IsInt() длина!: number;
    }
    expect(mistakes([toolWith(withInput(Cyrillic, 'длина'))])).toContain('input длина: the name does not match');
  });

  it('a tagged output field whose schema its mask would break', () => {
    class Tight {
      @Pii('phone') @Matches(/^\+7\d{10}$/) phone!: string;
      @Pii('email') @IsString() @MaxLength(9) email!: string;
      @Pii('account') @IsInt() account!: number;
    }
    const found = mistakes([toolWith({ output: Tight })]);
    expect(found).toContain('output phone: a masked value would not fit @matches');
    expect(found).toContain('output email: a masked value would not fit @maxLength');
    expect(found).toContain('output account: @Pii belongs on a text only');
  });
});
