import type { Json, JsonObject } from '../../kernel/index.js';
import { isListField, nestedClassOf, piiFieldsOf, type DtoClass } from '../../toolkit/index.js';
import { fieldsOf, type Constraint, type FieldDecorators } from './field-decorators.js';
import { fragmentOf } from './fragments.js';

const PROPERTY_NAME = /^[A-Za-z0-9_.-]{1,64}$/;
const DEEPEST = 4;
/** A mask is another text of another length, so a tagged field promises no more than this about its text. */
const FITS_A_MASK = new Set(['isString', 'isNotBlank', 'isDefined', 'isArray', 'arrayMinSize', 'arrayMaxSize']);

/** A schema of a DTO class and everything that keeps it from being published. */
export interface DtoSchema {
  readonly schema: JsonObject;
  readonly mistakes: readonly string[];
  /** The dotted paths of all fields. */
  readonly paths: readonly string[];
}

interface Options {
  readonly side: 'input' | 'output';
  /** Descriptions by dotted path. */
  readonly texts?: Readonly<Record<string, string>>;
}

/**
 * Writes a DTO class as JSON Schema 2020-12: closed objects, nested classes inlined, every `type` one string, an
 * optional field absent from `required` (never nullable), initialisers as `default`.
 */
export function schemaOfDto(dto: DtoClass, options: Options): DtoSchema {
  const writer = new SchemaWriter(options);
  const schema = writer.object(dto, '', []);
  return { schema, mistakes: writer.mistakes, paths: writer.paths };
}

class SchemaWriter {
  readonly mistakes: string[] = [];
  readonly paths: string[] = [];

  constructor(private readonly options: Options) {}

  object(dto: DtoClass, prefix: string, outer: readonly DtoClass[]): JsonObject {
    if (outer.includes(dto)) return this.wrong(prefix, `${dto.name} contains itself; schemas are inlined`);
    if (outer.length >= DEEPEST) return this.wrong(prefix, `nested deeper than ${String(DEEPEST)} levels`);
    const defaults = new dto() as Record<string, unknown>;
    const fields = fieldsOf(dto);
    this.findBareFields(dto, prefix, defaults, fields);
    const properties: Record<string, Json> = {};
    const required: string[] = [];
    for (const field of fields) {
      const path = `${prefix}${field.name}`;
      properties[field.name] = this.field(dto, field, path, defaults[field.name], [...outer, dto]);
      if (!field.optional && defaults[field.name] === undefined) required.push(field.name);
    }
    return {
      type: 'object',
      properties,
      ...(required.length === 0 ? {} : { required }),
      additionalProperties: false,
    };
  }

  private field(dto: DtoClass, field: FieldDecorators, path: string, initial: unknown, outer: DtoClass[]): JsonObject {
    this.paths.push(path);
    if (!PROPERTY_NAME.test(field.name)) this.wrong(path, `the name does not match ${String(PROPERTY_NAME)}`);
    for (const use of field.unsupported) this.wrong(path, `${use} cannot be written as JSON Schema`);
    const list = field.list || isListField(dto, field.name);
    const kind = piiFieldsOf(dto).get(field.name);
    if (this.options.side === 'output' && kind !== undefined) this.checkTagged(field, list, path);
    const nested = field.nested ? this.nested(dto, field, path, outer) : {};
    const own = this.merged(field.own, path);
    const schema = list
      ? { type: 'array', items: this.value({ ...nested, ...this.merged(field.each, path) }, path), ...own }
      : this.value({ ...nested, ...own }, path);
    if (list && 'type' in own) this.wrong(path, 'a decorator of a single value on a list; say { each: true }');
    if (list && 'uniqueItems' in own && field.nested) this.wrong(path, '@ArrayUnique on a list of objects');
    const description = this.options.texts?.[path];
    return {
      ...schema,
      ...(description === undefined ? {} : { description }),
      ...(initial === undefined ? {} : { default: initial as Json }),
    };
  }

  private nested(dto: DtoClass, field: FieldDecorators, path: string, outer: DtoClass[]): JsonObject {
    const inner = nestedClassOf(dto, field.name);
    return inner ? this.object(inner, `${path}.`, outer) : this.wrong(path, '@ValidateNested without @Type');
  }

  /** A value must have one type, and an object must be closed: only an answer may carry a free one. */
  private value(schema: JsonObject, path: string): JsonObject {
    if (schema.type === undefined) return this.wrong(path, 'no decorator states the type of the value');
    if (schema.type !== 'object' || schema.properties !== undefined) return schema;
    if (this.options.side === 'input') return this.wrong(path, '@IsObject: describe the object with a class');
    return { ...schema, additionalProperties: true };
  }

  private merged(constraints: readonly Constraint[], path: string): JsonObject {
    const schema: Record<string, Json> = {};
    for (const constraint of constraints) {
      const fragment = fragmentOf(constraint.name, constraint.constraints);
      if ('mistake' in fragment) this.wrong(path, fragment.mistake);
      else this.add(schema, fragment.schema, path);
    }
    return schema;
  }

  private add(schema: Record<string, Json>, fragment: JsonObject, path: string): void {
    for (const [keyword, value] of Object.entries(fragment)) {
      const known = schema[keyword];
      const narrows = keyword === 'type' && known === 'number' && value === 'integer';
      const widens = keyword === 'type' && known === 'integer' && value === 'number';
      if (known === undefined || narrows) schema[keyword] = value as Json;
      else if (!widens && known !== value) this.wrong(path, `two decorators both set ${keyword}`);
    }
  }

  private checkTagged(field: FieldDecorators, list: boolean, path: string): void {
    const names = [...field.own, ...field.each].map((constraint) => constraint.name);
    if (field.nested || !names.some((name) => name === 'isString' || name === 'isNotBlank')) {
      this.wrong(path, `@Pii belongs on a text${list ? ' list' : ''} only (@IsString)`);
    }
    const tight = names.filter((name) => !FITS_A_MASK.has(name));
    if (tight.length > 0)
      this.wrong(path, `a masked value would not fit ${tight.map((name) => `@${name}`).join(', ')}`);
  }

  private findBareFields(dto: DtoClass, prefix: string, defaults: object, fields: readonly FieldDecorators[]): void {
    const decorated = new Set(fields.map((field) => field.name));
    for (const name of new Set([...Object.keys(defaults), ...piiFieldsOf(dto).keys()])) {
      if (!decorated.has(name)) this.wrong(`${prefix}${name}`, 'the field has no validator');
    }
  }

  private wrong(path: string, text: string): JsonObject {
    this.mistakes.push(`${this.options.side} ${path === '' ? 'root' : path.replace(/\.$/, '')}: ${text}`);
    return {};
  }
}
