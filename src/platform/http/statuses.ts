import type { ErrorCode, LocalText } from '../../kernel/index.js';

/** The HTTP status of every reason on the REST doors: the one table. */
export const STATUS_OF: Readonly<Record<ErrorCode, number>> = {
  invalid_input: 400,
  invalid_params: 400,
  unknown_tool: 404,
  unauthenticated: 401,
  login_failed: 401,
  scope_missing: 403,
  right_missing: 403,
  plan_required: 402,
  insufficient_credits: 402,
  rate_limited: 429,
  idempotency_conflict: 409,
  idempotency_mismatch: 409,
  not_found: 404,
  conflict: 409,
  // Understood, allowed, and yet not possible (RFC 9110, 15.5.21): neither the server's fault nor a gateway's.
  tool_failed: 422,
  timeout: 504,
  // Nobody waits for these answers; the status is for the log (as nginx writes a closed request).
  cancelled: 499,
  disconnected: 499,
  audit_unavailable: 503,
  unavailable: 503,
  internal: 500,
};

/** How the framework's own refusals read; a status that is not here reads as the class of its first digit. */
export const FRAMEWORK_REFUSALS: Readonly<Record<number, { readonly code: string; readonly text: LocalText }>> = {
  400: {
    code: 'invalid_input',
    text: {
      ru: 'Запрос составлен неверно. Сверьте адрес и параметры с документацией.',
      en: 'The request is malformed. Check its address and parameters against the documentation.',
    },
  },
  401: {
    code: 'unauthenticated',
    text: {
      ru: 'Нужен действующий ключ или токен в заголовке Authorization: Bearer.',
      en: 'A valid key or token is needed in the header Authorization: Bearer.',
    },
  },
  403: {
    code: 'right_missing',
    text: {
      ru: 'Нет права на это действие. Обратитесь к администратору.',
      en: 'This is not allowed. Ask your administrator.',
    },
  },
  404: {
    code: 'not_found',
    text: {
      ru: 'Такого адреса нет. Проверьте путь и метод запроса.',
      en: 'No such address. Check the path and the method.',
    },
  },
  405: {
    code: 'method_not_allowed',
    text: {
      ru: 'Этот метод здесь не поддерживается; разрешённые перечислены в заголовке Allow.',
      en: 'This method is not supported here; the header Allow lists those that are.',
    },
  },
  406: {
    code: 'not_acceptable',
    text: { ru: 'Ответ в запрошенном формате невозможен.', en: 'The answer cannot be given in the requested format.' },
  },
  429: {
    code: 'rate_limited',
    text: {
      ru: 'Слишком много запросов. Повторите после паузы, указанной в Retry-After.',
      en: 'Too many requests. Try again after the pause given in Retry-After.',
    },
  },
  503: {
    code: 'unavailable',
    text: {
      ru: 'Сервис временно недоступен. Повторите позже.',
      en: 'The service is unavailable for now. Try again later.',
    },
  },
};

/** What is said of an unexpected error: the id and nothing else. */
export function internalText(errorId: string): LocalText {
  return {
    ru: `Внутренняя ошибка. Повторите запрос; если она повторится, сообщите в поддержку номер ${errorId}.`,
    en: `Internal error. Try again; if it happens again, tell the support this number: ${errorId}.`,
  };
}
