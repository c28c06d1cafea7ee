import type { LocalText } from '../../kernel/index.js';
import { planOf, type Check, type ClassPlan, type FieldPlan } from './class-plan.js';
import { badValue, brokenRule, unknownKey, type Violation } from './violation.js';

type Fields = Record<string, unknown>;

const MOST_VIOLATIONS = 20;
const MOST_UNKNOWN_KEYS = 5;
const DEEPEST = 20;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Reads one input into a DTO and gathers what is wrong with it; stops when it has seen enough. */
export class DtoReader {
  readonly violations: Violation[] = [];
  private unknownKeys = 0;

  read(dto: new () => object, plain: unknown, path: string, depth = 0): object | undefined {
    const plan = planOf(dto);
    if (!isFields(plain) || depth > DEEPEST) {
      this.violations.push(badValue(path, plain, objectOf(plan)));
      return undefined;
    }
    const prefix = path === '' ? '' : `${path}.`;
    this.refuseUnknown(plan, plain, prefix);
    const target = new dto() as Fields;
    for (const field of plan.fields) this.take(field, plain, target);
    for (const field of plan.fields) {
      if (this.full) break;
      this.judge(field, target, prefix, depth);
    }
    return target;
  }

  private get full(): boolean {
    return this.violations.length >= MOST_VIOLATIONS;
  }

  private refuseUnknown(plan: ClassPlan, plain: Fields, prefix: string): void {
    for (const key of Object.keys(plain)) {
      if (plan.names.has(key) || plain[key] === undefined) continue;
      this.violations.push(unknownKey(prefix, key, plain[key], plan.names));
      if (++this.unknownKeys >= MOST_UNKNOWN_KEYS || this.full) return;
    }
  }

  /** Null means absent: clients send it for arguments that they leave out. Defaults then stay. */
  private take(field: FieldPlan, plain: Fields, target: Fields): void {
    const value = Object.hasOwn(plain, field.name) ? plain[field.name] : undefined;
    if (value === undefined || value === null) return;
    target[field.name] = field.convert ? converted(field, value) : positiveZero(value);
  }

  private judge(field: FieldPlan, target: Fields, prefix: string, depth: number): void {
    const value = target[field.name];
    const path = `${prefix}${field.name}`;
    if (value === undefined || value === null) {
      if (!field.optional) this.violations.push(badValue(path, undefined, allowedIn(field)));
      return;
    }
    if (field.list && !Array.isArray(value)) {
      this.violations.push(badValue(path, value, allowedIn(field)));
      return;
    }
    if (!this.passes(field.own, value, path, target, field)) return;
    if (field.list && Array.isArray(value)) target[field.name] = this.elements(field, value, path, target, depth);
    else if (field.nested) target[field.name] = this.read(field.nested, value, path, depth + 1);
  }

  private elements(field: FieldPlan, list: readonly unknown[], path: string, target: Fields, depth: number): unknown[] {
    const result: unknown[] = [];
    for (let index = 0; index < list.length && !this.full; index++) {
      const value = positiveZero(list[index]);
      const place = `${path}.${String(index)}`;
      if (this.passes(field.each, value, place, target, field)) {
        result.push(field.nested ? this.read(field.nested, value, place, depth + 1) : value);
      }
    }
    return result;
  }

  private passes(checks: readonly Check[], value: unknown, path: string, object: object, field: FieldPlan): boolean {
    for (const { constraints, test, text } of checks) {
      const args = { value, constraints, object, property: field.name, targetName: object.constructor.name };
      if (test(value, args)) continue;
      const allowed = checks === field.own ? allowedIn(field) : joined(field.allowed.each);
      this.violations.push(text ? brokenRule(path, value, text) : badValue(path, value, allowed));
      return false;
    }
    return true;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function positiveZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

function converted(field: FieldPlan, value: unknown): unknown {
  if (field.list) return (Array.isArray(value) ? value : [value]).map((item) => convertText(field, item));
  return convertText(field, value);
}

function convertText(field: FieldPlan, value: unknown): unknown {
  if (typeof value !== 'string') return positiveZero(value);
  if (field.convert === Number) return NUMBER.test(value) ? positiveZero(Number(value)) : value;
  return value === 'true' ? true : value === 'false' ? false : value;
}

function objectOf(plan: ClassPlan): LocalText {
  const names = [...plan.names].join(', ');
  return names === ''
    ? { ru: 'объект без полей', en: 'an object without fields' }
    : { ru: `объект с полями ${names}`, en: `an object with the fields ${names}` };
}

function allowedIn(field: FieldPlan): LocalText {
  const own = joined(field.nested && !field.list ? field.allowed.each : field.allowed.own);
  if (!field.list || field.allowed.each.length === 0) return own;
  const each = joined(field.allowed.each);
  return { ru: `${own.ru}; каждый элемент: ${each.ru}`, en: `${own.en}; each element: ${each.en}` };
}

function joined(texts: readonly LocalText[]): LocalText {
  return { ru: texts.map((text) => text.ru).join(', '), en: texts.map((text) => text.en).join(', ') };
}
