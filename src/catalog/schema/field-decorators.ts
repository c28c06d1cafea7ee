import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { DtoClass } from '../../toolkit/index.js';

/** What the decorators of one field say, as far as the catalog needs it. */
export interface FieldDecorators {
  readonly name: string;
  readonly optional: boolean;
  readonly nested: boolean;
  readonly list: boolean;
  /** Constraints on the value and on each element, in the order of the source. */
  readonly own: readonly Constraint[];
  readonly each: readonly Constraint[];
  /** Uses of class-validator that strict validation does not honour. */
  readonly unsupported: readonly string[];
}
export interface Constraint {
  readonly name: string;
  readonly constraints: readonly unknown[];
}

/** The decorated fields of a class, inherited ones included. */
export function fieldsOf(dto: DtoClass): FieldDecorators[] {
  const byField = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false)) {
    byField.set(metadata.propertyName, [metadata, ...(byField.get(metadata.propertyName) ?? [])]);
  }
  return [...byField].map(([name, metadatas]) => decoratorsOf(name, metadatas));
}

type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

function decoratorsOf(name: string, metadatas: readonly Metadata[]): FieldDecorators {
  const checks = metadatas.filter(
    (metadata) => metadata.type === ValidationTypes.CUSTOM_VALIDATION || isDefined(metadata),
  );
  return {
    name,
    optional: metadatas.some((metadata) => metadata.name === 'isOptional'),
    nested: metadatas.some((metadata) => metadata.type === ValidationTypes.NESTED_VALIDATION),
    list: metadatas.some((metadata) => metadata.each || metadata.name === 'isArray'),
    own: checks.filter((metadata) => !metadata.each).map(constraintOf),
    each: checks.filter((metadata) => metadata.each).map(constraintOf),
    unsupported: metadatas.flatMap(unsupportedIn),
  };
}

function isDefined(metadata: Metadata): boolean {
  return metadata.type === ValidationTypes.IS_DEFINED;
}

function constraintOf(metadata: Metadata): Constraint {
  return { name: metadata.name ?? 'Validate', constraints: (metadata.constraints as unknown[] | undefined) ?? [] };
}

function unsupportedIn(metadata: Metadata): string[] {
  const { type, name } = metadata;
  if (type === ValidationTypes.CONDITIONAL_VALIDATION && name !== 'isOptional') return ['@ValidateIf'];
  if (type === ValidationTypes.PROMISE_VALIDATION) return ['@ValidatePromise'];
  if (metadata.validateIf ?? (metadata.groups as string[] | undefined)?.length) return ['groups and validateIf'];
  return [];
}
