import 'reflect-metadata';

const PII = Symbol('turnpike:pii');

/** The kinds of personal data that a field can be tagged with. `text` is free text, searched by the detectors. */
export const PII_KINDS = [
  'person',
  'phone',
  'email',
  'address',
  'account',
  'document',
  'birth_date',
  'ip',
  'text',
] as const;
export type PiiKind = (typeof PII_KINDS)[number];

/** Tags an output field as personal data: callers without the right `pii:read` get it masked. */
export function Pii(kind: PiiKind): PropertyDecorator {
  return (target, property) => {
    const own = new Map(piiFieldsOf(target.constructor));
    own.set(String(property), kind);
    Reflect.defineMetadata(PII, own, target.constructor);
  };
}

/** The tagged fields of a DTO class, inherited ones included. */
export function piiFieldsOf(target: object): ReadonlyMap<string, PiiKind> {
  return (Reflect.getMetadata(PII, target) as ReadonlyMap<string, PiiKind> | undefined) ?? new Map<string, PiiKind>();
}
