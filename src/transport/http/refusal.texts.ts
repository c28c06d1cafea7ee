import type { LocalText } from '../../kernel/index.js';

/** Why a request is refused before it is read as JSON-RPC. */
export const REFUSALS = {
  disabled: {
    status: 404,
    text: { ru: 'Сервер MCP выключен (MCP_ENABLED=false)', en: 'The MCP server is switched off (MCP_ENABLED=false)' },
  },
  draining: {
    status: 503,
    text: { ru: 'Сервер останавливается: повторите запрос позже', en: 'The server is stopping: try again later' },
  },
  host: {
    status: 403,
    text: {
      ru: 'Имя в заголовке Host не разрешено: используйте публичный адрес; другие имена задаёт ALLOWED_HOSTS',
      en: 'The name in the Host header is not allowed: use the public address; ALLOWED_HOSTS names further ones',
    },
  },
  // Seed 003 prints the Russian text.
  origin: { status: 403, text: { ru: 'Origin не разрешён', en: 'Origin is not allowed' } },
  method: {
    status: 405,
    text: {
      ru: 'Метод HTTP не поддерживается: отправляйте сообщения методом POST; потока событий и сеансов нет',
      en: 'The HTTP method is not supported: POST messages; there are no event streams and no sessions',
    },
  },
  media_type: {
    status: 415,
    text: {
      ru: 'Тело принимается только как JSON: укажите Content-Type: application/json, кодировка UTF-8',
      en: 'A body is accepted as JSON only: send Content-Type: application/json, encoded in UTF-8',
    },
  },
  encoding: {
    status: 415,
    text: {
      ru: 'Сжатые тела не принимаются: отправьте тело без Content-Encoding',
      en: 'Compressed bodies are not accepted: send the body without Content-Encoding',
    },
  },
  too_large: {
    status: 413,
    text: {
      ru: 'Тело запроса слишком велико: уменьшите его (предел задаёт BODY_LIMIT_BYTES, обычно 1 МБ)',
      en: 'The request body is too large: make it smaller (BODY_LIMIT_BYTES sets the limit, usually 1 MB)',
    },
  },
  too_slow: {
    status: 408,
    text: {
      ru: 'Тело запроса не пришло вовремя: отправьте его без пауз',
      en: 'The request body did not arrive in time: send it without pauses',
    },
  },
  not_acceptable: {
    status: 406,
    text: {
      ru: 'Ответ возможен только как application/json: добавьте его в Accept',
      en: 'The answer can only be application/json: add it to Accept',
    },
  },
} as const satisfies Record<string, { readonly status: number; readonly text: LocalText }>;

export type RefusalReason = keyof typeof REFUSALS;
