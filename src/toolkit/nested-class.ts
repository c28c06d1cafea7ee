import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import 'reflect-metadata';
import type { DtoClass } from './tool-definition.js';

const BUILT_IN: ReadonlySet<unknown> = new Set([
  Object,
  Array,
  String,
  Number,
  Boolean,
  Date,
  Map,
  Set,
  Promise,
  Function,
]);

/** The DTO class of a nested field or of its elements, as `@Type(() => Class)` or the field's own type says it. */
export function nestedClassOf(dto: DtoClass, field: string): DtoClass | undefined {
  const metadata = defaultMetadataStorage.findTypeMetadata(dto, field) as { typeFunction: () => unknown } | undefined;
  const type = metadata ? metadata.typeFunction() : fieldType(dto, field);
  return typeof type === 'function' && !BUILT_IN.has(type) ? (type as DtoClass) : undefined;
}

/** True when the field is declared as an array. */
export function isListField(dto: DtoClass, field: string): boolean {
  return fieldType(dto, field) === Array;
}

function fieldType(dto: DtoClass, field: string): unknown {
  return Reflect.getMetadata('design:type', dto.prototype as object, field);
}
