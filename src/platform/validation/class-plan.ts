import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage, ValidationTypes } from 'class-validator';
import type { LocalText } from '../../kernel/index.js';
import { ownTest, rankOf, type Test } from './checks.js';
import { phraseOf } from './phrases.js';

type Dto = abstract new () => object;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/** One decorator of one field. */
export interface Check {
  readonly name: string;
  readonly constraints: unknown[];
  readonly test: Test;
  /** `context: { text }` of the decorator: replaces the generated words. */
  readonly text: LocalText | undefined;
}

/** How one field is read and judged. */
export interface FieldPlan {
  readonly name: string;
  readonly optional: boolean;
  readonly list: boolean;
  /** Checks of the value itself, in the order of testing. */
  readonly own: readonly Check[];
  /** Checks of each element of a list. */
  readonly each: readonly Check[];
  /** What the decorators allow, in the order in which they are written. */
  readonly allowed: { readonly own: readonly LocalText[]; readonly each: readonly LocalText[] };
  readonly nested: (new () => object) | undefined;
  /** `@Type(() => Number)` or `Boolean`: text from a query string is converted, because the DTO says so. */
  readonly convert: typeof Number | typeof Boolean | undefined;
}

/** What the decorators of a class say, read once. */
export interface ClassPlan {
  readonly fields: readonly FieldPlan[];
  readonly names: ReadonlySet<string>;
}

const plans = new WeakMap<Dto, ClassPlan>();

/**
 * The plan of a DTO class; made at the first call.
 * @throws TypeError when the class uses a decorator that strict validation does not support
 */
export function planOf(dto: Dto): ClassPlan {
  const known = plans.get(dto);
  if (known) return known;
  const byField = new Map<string, Metadata[]>();
  for (const metadata of getMetadataStorage().getTargetValidationMetadatas(dto, '', true, false)) {
    byField.set(metadata.propertyName, [...(byField.get(metadata.propertyName) ?? []), metadata]);
  }
  const fields = [...byField].map(([name, metadatas]) => fieldPlan(dto, name, metadatas));
  const plan: ClassPlan = { fields, names: new Set(byField.keys()) };
  plans.set(dto, plan);
  return plan;
}

function fieldPlan(dto: Dto, name: string, metadatas: readonly Metadata[]): FieldPlan {
  // Decorators of a field run from the last to the first, so reversing restores the order in the source.
  const written = [...metadatas].reverse();
  for (const metadata of written) refuseUnsupported(dto, metadata);
  const checks = written.filter((metadata) => metadata.type === ValidationTypes.CUSTOM_VALIDATION);
  const wantsNested = written.some((metadata) => metadata.type === ValidationTypes.NESTED_VALIDATION);
  const { nested, convert } = typesOf(dto, name, wantsNested);
  const list =
    written.some((metadata) => metadata.each || metadata.name === 'isArray') || reflected(dto, name) === Array;
  const own = checks.filter((metadata) => !metadata.each);
  // The library compares each element with each other one.
  if (own.some((m) => m.name === 'arrayUnique') && !own.some((m) => m.name === 'arrayMaxSize')) {
    throw unsupported(dto, name, '@ArrayUnique without @ArrayMaxSize');
  }
  const each = checks.filter((metadata) => metadata.each);
  return {
    name,
    optional: written.some((metadata) => metadata.name === 'isOptional'),
    list,
    own: own.map(check).sort(byRank),
    each: each.map(check).sort(byRank),
    allowed: {
      own: [...(list && !own.some((m) => m.name === 'isArray') ? [phraseOf('isArray', [])] : []), ...own.map(phrase)],
      each: [...(nested ? [phraseOf('nestedValidation', [])] : []), ...each.map(phrase)],
    },
    nested,
    convert,
  };
}

function typesOf(dto: Dto, name: string, wantsNested: boolean): Pick<FieldPlan, 'nested' | 'convert'> {
  const metadata = defaultMetadataStorage.findTypeMetadata(dto, name) as { typeFunction: () => unknown } | undefined;
  const type = metadata?.typeFunction();
  if (type === Number || type === Boolean) return { nested: undefined, convert: type as typeof Number };
  if (!wantsNested) return { nested: undefined, convert: undefined };
  if (typeof type !== 'function') throw unsupported(dto, name, '@ValidateNested without @Type');
  return { nested: type as new () => object, convert: undefined };
}

function refuseUnsupported(dto: Dto, metadata: Metadata): void {
  const { propertyName, type, name } = metadata;
  if (type === ValidationTypes.CONDITIONAL_VALIDATION && name !== 'isOptional') {
    throw unsupported(dto, propertyName, '@ValidateIf');
  }
  if (type === ValidationTypes.PROMISE_VALIDATION) throw unsupported(dto, propertyName, '@ValidatePromise');
  if (metadata.validateIf ?? (metadata.groups as string[] | undefined)?.length) {
    throw unsupported(dto, propertyName, 'groups and validateIf');
  }
}

function check(metadata: Metadata): Check {
  const [constraint] = getMetadataStorage().getTargetValidatorConstraints(metadata.constraintCls);
  const name = metadata.name ?? constraint?.name ?? '';
  if (!constraint || constraint.async) throw new TypeError(`${metadata.propertyName}: @${name} is asynchronous`);
  const instance = constraint.instance;
  const context = metadata.context as { text?: LocalText } | undefined;
  return {
    name,
    constraints: (metadata.constraints as unknown[] | undefined) ?? [],
    test: ownTest(name) ?? ((value, args) => instance.validate(value, args) === true),
    text: context?.text,
  };
}

function phrase(metadata: Metadata): LocalText {
  return phraseOf(metadata.name ?? '', (metadata.constraints as unknown[] | undefined) ?? []);
}

function reflected(dto: Dto, name: string): unknown {
  return Reflect.getMetadata('design:type', dto.prototype as object, name);
}

function byRank(a: Check, b: Check): number {
  return rankOf(a.name) - rankOf(b.name);
}

function unsupported(dto: Dto, name: string, what: string): TypeError {
  return new TypeError(`${dto.name}.${name}: ${what} is not supported by strict validation`);
}
