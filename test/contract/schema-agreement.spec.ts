import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsISO8601,
  IsLatitude,
  IsNotEmpty,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { schemaOfDto } from '../../src/catalog/schema/dto-schema.js';
import { IsNotBlank, validateDto } from '../../src/platform/validation/index.js';
import { productTools } from '../../src/boot/product-tools.js';

enum Pipe {
  Supply = 'supply',
  Return = 'return',
}
class Texts {
  @IsNotBlank() @MaxLength(3) blank!: string;
  @IsOptional() @Length(1, 2) length?: string;
  @IsOptional() @Matches(/^TK-\d{1,2}$/) matches?: string;
  @IsOptional() @IsString() @IsNotEmpty() filled?: string;
  @IsOptional() @IsUUID() uuid?: string;
  @IsOptional() @IsEmail() email?: string;
  @IsOptional() @IsISO8601() date?: string;
}
class Numbers {
  @IsInt() @Min(1) @Max(3) bounded!: number;
  @IsOptional() @IsNumber() any?: number;
  @IsOptional() @IsNumber() @IsPositive() positive?: number;
  @IsOptional() @IsLatitude() latitude?: number;
  @IsInt() preset = 5;
  @IsOptional() @IsBoolean() flag?: boolean;
}
class Choices {
  @IsEnum(Pipe) pipe!: Pipe;
  @IsOptional() @IsIn([1, 2]) digit?: number;
  @IsOptional() @IsArray() @ArrayMaxSize(3) @ArrayUnique() @IsIn(['a', 'b'], { each: true }) list?: string[];
}
class Inner {
  @IsIn(['=', '<']) op!: string;
  @IsOptional() @IsInt() value?: number;
}
class Outer {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(2) @ValidateNested({ each: true }) @Type(() => Inner) many!: Inner[];
  @IsOptional() @ValidateNested() @Type(() => Inner) one?: Inner;
  @IsOptional() @IsInt({ each: true }) numbers?: number[];
}

const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '\u00a0',
    'a',
    'ab',
    'abc',
    'abcd',
    '🔥🔥🔥',
    '✌️',
    'TK-1',
    'TK-123',
    'supply',
    '=',
    '5',
    'true',
  ),
  fc.constantFrom<unknown>(0, -0, 1, 2, 3, 4, 5, 1.5, -1, 90, 90.1, 1e21, true, false),
  fc.constantFrom<unknown>(
    '2026-11-30',
    '2026-02-30',
    '2026-11-30T10:00:00Z',
    '2026-W01',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.uuid(),
  fc.emailAddress({ size: 'small' }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.double({ noNaN: true }),
);
const inner = fc.oneof(
  fc.record({ op: fc.constantFrom<unknown>('=', '<', '>', 1), value: leaf, x: leaf }, { requiredKeys: [] }),
  fc.record({ op: fc.constantFrom('=', '<') }),
);
const value = fc.oneof(
  leaf,
  fc.array(fc.oneof(leaf, fc.constantFrom('a', 'b')), { maxLength: 4 }),
  fc.array(inner, { maxLength: 3 }),
  inner,
);

/** Objects that mostly have the class's own fields, sometimes another. */
function inputsFor(dto: new () => object): fc.Arbitrary<object> {
  const names = schemaOfDto(dto, { side: 'input' }).paths.filter((path) => !path.includes('.'));
  if (names.length === 0) return fc.record({ extra: value }, { requiredKeys: [] });
  const fields = Object.fromEntries(names.map((name) => [name, value]));
  return fc.oneof(
    fc.record(fields, { requiredKeys: [] }),
    fc.record({ ...fields, extra: value }, { requiredKeys: [] }),
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.constantFrom(...names), value, fc.constant(valid.get(dto) ?? {}))
        .map(([name, v, base]) => ({ ...base, [name]: v })),
    },
  );
}
const valid = new Map<new () => object, object>([
  [Texts, { blank: 'a' }],
  [Numbers, { bounded: 1 }],
  [Choices, { pipe: 'supply' }],
  [Outer, { many: [{ op: '=' }] }],
]);

/** Compares both judges over random inputs; returns how many were accepted. */
function compare(dto: new () => object, schema: object, numRuns: number): number {
  const ajv = new Ajv2020({ strict: false, strictNumbers: true });
  addFormats.default(ajv);
  const accepts = ajv.compile(schema);
  let accepted = 0;
  fc.assert(
    fc.property(inputsFor(dto), (plain) => {
      const result = validateDto(dto, plain);
      if (result.ok) accepted++;
      expect({ plain, ok: accepts(plain) }).toEqual({ plain, ok: result.ok });
    }),
    { numRuns, verbose: fc.VerbosityLevel.Verbose },
  );
  return accepted;
}

describe('the published schema and the validator accept the same inputs', () => {
  it.each([...valid.keys()])('%p', (dto) => {
    const { schema, mistakes } = schemaOfDto(dto, { side: 'input' });
    expect(mistakes).toEqual([]);
    expect(compare(dto, schema, 3_000)).toBeGreaterThan(20);
  });

  it('every tool of the suites', async () => {
    const tools = await productTools();
    for (const tool of tools) compare(tool.definition.input, tool.inputSchema.en, 300);
    expect(tools).not.toEqual([]);
  });

  it('schema-nullable-unions: no type is an array and nothing is nullable', () => {
    const schemas = [...valid.keys()].map((dto) => JSON.stringify(schemaOfDto(dto, { side: 'input' }).schema));
    for (const schema of schemas) {
      expect(schema).not.toMatch(/"type":\[|nullable|"null"/);
      expect(schema).toMatch(/^\{"type":"object","properties":\{/);
    }
  });
});
