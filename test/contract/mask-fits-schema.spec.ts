import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { IsArray, IsOptional, IsString } from 'class-validator';
import fc from 'fast-check';
import { schemaOfDto } from '../../src/catalog/schema/dto-schema.js';
import { Masker } from '../../src/privacy/index.js';
import { IsNotBlank } from '../../src/platform/validation/index.js';
import { Pii } from '../../src/toolkit/index.js';

class Everything {
  @Pii('person') @IsNotBlank() person!: string;
  @Pii('phone') @IsArray() @IsNotBlank({ each: true }) phone!: string[];
  @Pii('email') @IsNotBlank() email!: string;
  @Pii('address') @IsNotBlank() address!: string;
  @Pii('account') @IsNotBlank() account!: string;
  @Pii('document') @IsNotBlank() document!: string;
  @Pii('birth_date') @IsNotBlank() birthDate!: string;
  @Pii('ip') @IsNotBlank() ip!: string;
  @Pii('text') @IsOptional() @IsString() text?: string;
}

describe('a masked answer', () => {
  it('still fits the published output schema, whatever the tagged values were', () => {
    const { schema, mistakes } = schemaOfDto(Everything, { side: 'output' });
    expect(mistakes).toEqual([]);
    const accepts = new Ajv2020({ strict: false }).compile(schema);
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => /\S/.test(value));
    const values = fc.record({
      person: text,
      phone: fc.array(text, { maxLength: 2 }),
      email: text,
      address: text,
      account: text,
      document: text,
      birthDate: text,
      ip: text,
      text,
    });
    fc.assert(
      fc.property(values, (value) => {
        expect(accepts(value)).toBe(true);
        expect(accepts(new Masker().mask(Everything, value, undefined).value)).toBe(true);
      }),
      { verbose: fc.VerbosityLevel.Verbose },
    );
  });
});
