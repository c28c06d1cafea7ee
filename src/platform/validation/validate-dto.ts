import { DtoReader } from './dto-reader.js';
import type { Violation } from './violation.js';

/** A DTO that satisfies its decorators, or what keeps the input from being one. */
export type Validation<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly violations: readonly Violation[] };

/**
 * Turns parsed JSON into a DTO by its class-validator decorators, strictly: nothing is converted (`"5"` is no number)
 * except where the DTO says `@Type(() => Number)` or `Boolean`, unknown keys are refused, `null` counts as absent, `-0` is 0,
 * absent fields take the value of their initialiser. The value carries no `null` and no key that the DTO lacks.
 * @param plain at most 20 levels deep; `undefined` counts as an empty object
 * @throws TypeError when the class uses a decorator that strict validation does not support: a mistake of its author
 */
export function validateDto<T extends object>(dto: new () => T, plain: unknown): Validation<T> {
  const reader = new DtoReader();
  const value = reader.read(dto, plain ?? {}, '');
  return reader.violations.length === 0
    ? { ok: true, value: value as T }
    : { ok: false, violations: reader.violations };
}
