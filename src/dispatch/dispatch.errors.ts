import { AppError } from '../kernel/index.js';
import { excerpt } from '../protocol/index.js';

export const invalidCursor = (): AppError =>
  new AppError(
    'invalid_params',
    {
      ru: 'Неверный cursor: передайте nextCursor прошлой страницы без изменений или начните без него',
      en: 'Invalid cursor',
    },
    { field: 'cursor' },
  );

export const nameNotText = (): AppError =>
  new AppError(
    'invalid_params',
    {
      ru: 'params.name должен быть строкой с именем инструмента из tools/list',
      en: 'params.name must be a string: the name of a tool from tools/list',
    },
    { field: 'name' },
  );

export function argumentsNotObject(received: unknown): AppError {
  const kind = Array.isArray(received) ? 'array' : typeof received;
  return new AppError(
    'invalid_params',
    {
      ru: `params.arguments должен быть объектом JSON, получено: ${kind}`,
      en: `params.arguments must be a JSON object, received: ${kind}`,
    },
    { field: 'arguments', received: kind },
  );
}

export function unknownTool(name: string): AppError {
  const shown = excerpt(name);
  return new AppError(
    'unknown_tool',
    {
      ru: `Нет такого инструмента: ${shown}. Список - в tools/list`,
      en: `Unknown tool: ${shown}. See tools/list`,
    },
    { field: 'name' },
  );
}

/** @param place where the key was sent: a key of `_meta` or the header */
export function badIdempotencyKey(place: string): AppError {
  return new AppError(
    'invalid_params',
    {
      ru: `${place}: ключ идемпотентности - от 1 до 128 видимых символов ASCII без пробелов`,
      en: `${place}: an idempotency key has 1 to 128 visible ASCII characters without blanks`,
    },
    { field: place },
  );
}

export function twoIdempotencyKeys(place: string): AppError {
  return new AppError(
    'invalid_params',
    {
      ru: `Заголовок Idempotency-Key и ${place} называют разные ключи: оставьте один`,
      en: `The header Idempotency-Key and ${place} name different keys: send one`,
    },
    { field: place },
  );
}
