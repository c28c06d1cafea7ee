import { AppError } from '../../kernel/index.js';
import { ToolError } from '../../toolkit/index.js';

/** A field of the order for a city that cannot be used. */
export function badCity(field: string, received: string, allowed: string): AppError {
  return new AppError(
    'invalid_input',
    {
      ru: `Поле «${field}»: получено «${received}»; допустимо: ${allowed}.`,
      en: `Field "${field}": received "${received}"; allowed: ${allowed}.`,
    },
    { field },
  );
}

/** No city has this code. */
export function unknownCity(code: string): AppError {
  return new AppError('not_found', {
    ru: `Не найдено: город «${code}». Сначала загрузите его: npm run city -- --code ${code}`,
    en: `Not found: city "${code}". Load it first: npm run city -- --code ${code}`,
  });
}

const MOST_NAMED = 20;

/** Fragments that do not exist or belong to others: both look the same, so that nobody learns what others have. */
export function unknownFragments(ids: readonly number[]): ToolError {
  const rest = ids.length - MOST_NAMED;
  const named = ids.slice(0, MOST_NAMED).join(', ');
  const list = `fragment_id=${named}`;
  return new ToolError(
    {
      ru: `Не найдено: ${list}${rest > 0 ? ` и ещё ${String(rest)}` : ''}`,
      en: `Not found: ${list}${rest > 0 ? ` and ${String(rest)} more` : ''}`,
    },
    { fragment_ids: ids.slice(0, MOST_NAMED) },
  );
}

/** The organisation has no city. */
export function nothingVisible(): ToolError {
  return new ToolError({
    ru: 'Вашей организации не открыта ни одна тепловая сеть. Обратитесь к администратору платформы.',
    en: 'No heat network is open to your organisation. Ask the administrator of the platform.',
  });
}

/** A text to look for without a single letter or digit. */
export function textWithoutWords(field: 'text' | 'text2'): ToolError {
  return new ToolError({
    ru: `Поле «${field}»: нужна хотя бы одна буква или цифра, получены только пробелы и знаки препинания`,
    en: `Field "${field}": at least one letter or digit is needed, only spaces and punctuation were given`,
  });
}

/** The text to look for is missing. */
export function textRequired(): ToolError {
  return new ToolError({ ru: 'text обязателен', en: 'text is required' });
}

/** A second text where there is nothing to compare it with. */
export function text2NotUsed(kind: string): ToolError {
  return new ToolError({
    ru: `Поле «text2» допустимо только при kind = line (второй конец участка) или consumer (номер дома); получено kind = ${kind}`,
    en: `Field "text2" is allowed only with kind = line (the other end) or consumer (house number); got kind = ${kind}`,
  });
}
