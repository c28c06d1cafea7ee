import { AppError } from '../kernel/index.js';

/** A result could not be masked, so it must not leave. The cause names the field, never the value. */
export function maskingFailed(cause: unknown): AppError {
  const text = {
    ru: 'Персональные данные в ответе не удалось скрыть, поэтому ответ не отправлен. Сообщите администратору.',
    en: 'Personal data in the answer could not be masked, so the answer was not sent. Tell the administrator.',
  };
  return new AppError('internal', text, {}, { cause });
}
