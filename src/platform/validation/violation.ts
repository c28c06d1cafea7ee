import type { LocalText } from '../../kernel/index.js';
import { printable, showValue } from './show-value.js';

/** One thing that is wrong with an input. */
export interface Violation {
  /** The path of the field, `conditions.0.op`; `''` is the input itself. Printable, at most 200 characters. */
  readonly field: string;
  /** What came, at most 60 printable characters: `"5"`, `5.5`, `["a", …]`; `undefined` when nothing came. */
  readonly received: string;
  /** One sentence: the field, what came, what is allowed. */
  readonly text: LocalText;
}

const MOST_NAMES = 30;
/** Values of such fields are not repeated: answers and logs are no place for secrets. */
const SECRET = /password|secret|token/i;

/** A value that its field does not allow. */
export function badValue(field: string, value: unknown, allowed: LocalText): Violation {
  if (value === undefined) {
    return {
      field,
      received: 'undefined',
      text: {
        ru: `Поле «${field}» не указано; допустимо: ${allowed.ru}.`,
        en: `Field "${field}" is missing; allowed: ${allowed.en}.`,
      },
    };
  }
  const received = SECRET.test(field) ? '***' : showValue(value);
  return {
    field,
    received,
    text: sentence(field, received, { ru: `допустимо: ${allowed.ru}`, en: `allowed: ${allowed.en}` }),
  };
}

/** A value that breaks a rule which the author of the DTO put into words. */
export function brokenRule(field: string, value: unknown, rule: LocalText): Violation {
  const received = SECRET.test(field) ? '***' : showValue(value);
  return { field, received, text: sentence(field, received, rule) };
}

/** A key that does not exist. */
export function unknownKey(prefix: string, key: string, value: unknown, names: ReadonlySet<string>): Violation {
  const field = `${prefix}${printable(key)}`;
  const received = SECRET.test(field) ? '***' : showValue(value);
  const list = [...names].slice(0, MOST_NAMES).join(', ');
  const allowed: LocalText =
    list === ''
      ? { ru: 'такого поля нет, полей здесь быть не должно', en: 'there is no such field, no fields are expected here' }
      : { ru: `такого поля нет, допустимы: ${list}`, en: `there is no such field, allowed: ${list}` };
  return { field, received, text: sentence(field, received, allowed) };
}

/** All violations in words, one sentence each. */
export function violationsText(violations: readonly Violation[]): LocalText {
  return {
    ru: violations.map((violation) => violation.text.ru).join(' '),
    en: violations.map((violation) => violation.text.en).join(' '),
  };
}

function sentence(field: string, received: string, rest: LocalText): LocalText {
  return field === ''
    ? { ru: `Получено ${received}; ${rest.ru}.`, en: `Received ${received}; ${rest.en}.` }
    : {
        ru: `Поле «${field}»: получено ${received}; ${rest.ru}.`,
        en: `Field "${field}": received ${received}; ${rest.en}.`,
      };
}
