import { Injectable, type ArgumentMetadata, type PipeTransform } from '@nestjs/common';
import { planOf } from './class-plan.js';
import { validateDto } from './validate-dto.js';
import { invalidInput } from './validation.errors.js';

/**
 * Validates bodies and queries of REST doors whose parameter is typed with a DTO class. Other parameters pass.
 * Numbers of a query string arrive as text: say `@Type(() => Number)` in the query's DTO.
 * @throws AppError `invalid_input` with a sentence for each violation
 */
@Injectable()
export class DtoPipe implements PipeTransform<unknown> {
  transform(plain: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if ((type !== 'body' && type !== 'query') || !isDto(metatype)) return plain;
    const validation = validateDto(metatype, plain);
    if (!validation.ok) throw invalidInput(validation.violations);
    return validation.value;
  }
}

function isDto(metatype: unknown): metatype is new () => object {
  return typeof metatype === 'function' && planOf(metatype as new () => object).fields.length > 0;
}
