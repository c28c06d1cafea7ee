import { HttpException } from '@nestjs/common';
import type { JsonObject, LocalText } from '../../kernel/index.js';

/** A refusal of HTTP itself (size, media type, Host, ...), made before any service is asked: it knows its status. */
export class Refusal extends HttpException {
  constructor(
    status: number,
    readonly code: string,
    readonly text: LocalText,
    readonly details?: JsonObject,
  ) {
    super(text.en, status);
  }
}

export const hostRefused = (): Refusal =>
  new Refusal(403, 'host_not_allowed', {
    ru: 'Имя сервера в заголовке Host не разрешено. Используйте публичный адрес; другие имена задаёт ALLOWED_HOSTS.',
    en: 'The name in the Host header is not allowed. Use the public address; ALLOWED_HOSTS names further ones.',
  });

export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal(
    413,
    'payload_too_large',
    {
      ru: `Тело запроса больше ${String(limit)} байт. Уменьшите его или разделите на несколько запросов.`,
      en: `The request body is larger than ${String(limit)} bytes. Make it smaller or split it into several requests.`,
    },
    { limit_bytes: limit },
  );

export const mediaTypeRefused = (): Refusal =>
  new Refusal(415, 'unsupported_media_type', {
    ru: 'Тело запроса принимается только как JSON: укажите Content-Type: application/json, кодировка UTF-8.',
    en: 'A request body is accepted as JSON only: send Content-Type: application/json, encoded in UTF-8.',
  });

export const encodingRefused = (): Refusal =>
  new Refusal(415, 'unsupported_encoding', {
    ru: 'Сжатые тела запросов не принимаются: отправьте тело без Content-Encoding.',
    en: 'Compressed request bodies are not accepted: send the body without Content-Encoding.',
  });

export const badJson = (): Refusal =>
  new Refusal(400, 'invalid_json', {
    ru: 'Тело запроса не является правильным JSON в UTF-8. Проверьте кавычки, запятые и скобки.',
    en: 'The request body is not valid JSON in UTF-8. Check quotes, commas and brackets.',
  });

export const tooDeep = (limit: number): Refusal =>
  new Refusal(400, 'invalid_json', {
    ru: `JSON вложен глубже ${String(limit)} уровней. Сделайте структуру проще.`,
    en: `The JSON is nested deeper than ${String(limit)} levels. Make the structure flatter.`,
  });
