import { Injectable } from '@nestjs/common';
import type { Principal } from '../kernel/index.js';
import type { DtoClass, PiiKind } from '../toolkit/index.js';
import { maskText } from './detectors/mask-text.js';
import { maskValue } from './masks.js';
import { piiPlanOf, type PiiPlan } from './pii-plan.js';
import { maskingFailed } from './privacy.errors.js';

/** What a value held of personal data; goes into the audit record. */
export interface PiiReport {
  /** The kinds found, in alphabetical order. */
  readonly types: readonly string[];
  /** How many values (or places in free text). */
  readonly count: number;
  /** True when the caller holds `pii:read` and there was something to see. */
  readonly unmasked: boolean;
}

export interface Masked<T> {
  readonly value: T;
  readonly pii: PiiReport;
}

const DEEPEST = 64;

/** Masks the fields that a DTO class tags with `@Pii`, in nested classes and lists too. */
@Injectable()
export class Masker {
  /**
   * The value as the principal may see it: the same object with the right `pii:read`, else a copy with every tagged
   * field masked. The given object never changes. Values of a class are found by `@Type`.
   * @param value an instance, a plain object, or a list of them
   * @param principal nobody means: no rights
   * @throws AppError `internal` when a tagged field is not a text (or null, or a list of texts): nothing may leave then
   */
  mask<T>(dto: DtoClass, value: T, principal: Pick<Principal, 'rights'> | undefined): Masked<T> {
    const tally = new Tally();
    const masked = maskAll(piiPlanOf(dto), value, tally);
    const unmasked = principal?.rights.has('pii:read') ?? false;
    return {
      value: unmasked ? value : (masked as T),
      pii: { types: [...tally.types].sort(), count: tally.count, unmasked: unmasked && tally.count > 0 },
    };
  }
}

class Tally {
  readonly types = new Set<string>();
  count = 0;

  readonly add = (kind: PiiKind): void => {
    this.types.add(kind);
    this.count++;
  };
}

function maskAll(plan: PiiPlan, value: unknown, tally: Tally): unknown {
  try {
    return maskObject(plan, value, tally, 0);
  } catch (error) {
    throw maskingFailed(error);
  }
}

function maskObject(plan: PiiPlan, value: unknown, tally: Tally, depth: number): unknown {
  if (depth > DEEPEST) throw new RangeError(`deeper than ${String(DEEPEST)} levels`);
  if (Array.isArray(value)) return value.map((item) => maskObject(plan, item, tally, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  // fromEntries makes own properties of every key, `__proto__` included.
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]: [string, unknown]) => {
      const kind = plan.kindOf(field);
      if (kind !== undefined) return [field, maskTagged(kind, inner, field, tally)];
      const nested = plan.nestedIn(field);
      return [field, nested ? maskObject(nested, inner, tally, depth + 1) : inner];
    }),
  );
}

function maskTagged(kind: PiiKind, value: unknown, field: string, tally: Tally): unknown {
  if (value === null || value === undefined || value === '') return value;
  if (Array.isArray(value)) return value.map((item) => maskTagged(kind, item, field, tally));
  if (typeof value !== 'string') throw new TypeError(`${field}: a ${typeof value} cannot be masked as ${kind}`);
  if (kind === 'text') return maskText(value, tally.add);
  tally.add(kind);
  return maskValue(kind, value);
}
