import { ValidateBy, type ValidationOptions } from 'class-validator';

/** A text with at least one character that is not white space. Published in JSON Schema as the pattern `\S`. */
export function IsNotBlank(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    { name: 'isNotBlank', validator: { validate: (value) => typeof value === 'string' && /\S/.test(value) } },
    options,
  );
}
