import type { LocalText } from '../../kernel/index.js';
import { MAX_DEPTH, type BatchProblem, type MessageProblem, type Rejection } from '../../protocol/index.js';

const MESSAGE_PROBLEMS: Readonly<Record<MessageProblem, LocalText>> = {
  not_an_object: { ru: 'сообщение должно быть объектом JSON', en: 'a message must be a JSON object' },
  jsonrpc: { ru: 'поле jsonrpc должно быть "2.0"', en: 'the member jsonrpc must be "2.0"' },
  id: {
    ru: 'поле id - строка до 256 символов или целое число в пределах ±(2^53 - 1), не null',
    en: 'the member id must be a string of at most 256 characters or an integer within ±(2^53 - 1), not null',
  },
  method: {
    ru: 'поле method - строка до 128 символов',
    en: 'the member method must be a string of at most 128 characters',
  },
  params: { ru: 'поле params должно быть объектом', en: 'the member params must be an object' },
  meta: { ru: 'поле params._meta должно быть объектом', en: 'the member params._meta must be an object' },
  mixed: {
    ru: 'сообщение не может быть сразу запросом и ответом',
    en: 'a message cannot be a request and an answer at once',
  },
  response: {
    ru: 'ответ содержит либо result-объект, либо error с code и message',
    en: 'an answer holds either an object result or an error with code and message',
  },
};

const BATCH_PROBLEMS: Readonly<Record<BatchProblem, LocalText>> = {
  empty: { ru: 'он пуст', en: 'it is empty' },
  too_long: { ru: 'в нём слишком много сообщений', en: 'it has too many messages' },
  nested: { ru: 'внутри него массив', en: 'it holds an array' },
  initialize: { ru: 'initialize отправляется отдельно', en: 'initialize must be sent alone' },
  duplicate_id: { ru: 'два запроса имеют один id', en: 'two requests have the same id' },
};

/** What is said about a body that was refused as a whole. */
export function rejectionText(cause: Rejection): LocalText {
  switch (cause.reason) {
    case 'parse_error':
      return cause.problem === 'json'
        ? { ru: 'Тело запроса - не JSON', en: 'The body is not JSON' }
        : { ru: 'Тело запроса - не UTF-8', en: 'The body is not UTF-8' };
    case 'too_deep':
      return {
        ru: `JSON вложен глубже ${String(MAX_DEPTH)} уровней`,
        en: `The JSON is nested deeper than ${String(MAX_DEPTH)} levels`,
      };
    case 'invalid_request':
      return cause.problem === 'forbidden_key'
        ? { ru: 'Ключ __proto__ не допускается', en: 'The key __proto__ is not allowed' }
        : messageText(MESSAGE_PROBLEMS[cause.problem], cause.element);
    case 'invalid_batch':
      return batchText(BATCH_PROBLEMS[cause.problem], cause.limit);
    case 'batch_not_allowed':
      return {
        ru: 'В 2026-07-28 пакетов нет: отправляйте одно сообщение на запрос',
        en: 'Batches do not exist in 2026-07-28: send one message per request',
      };
    case 'response_not_allowed':
      return {
        ru: 'Сервер ни о чём не спрашивает клиента: ответы не принимаются',
        en: 'The server asks clients nothing: answers are not accepted',
      };
    case 'unknown_version_header':
    case 'unsupported_version':
    case 'meta_incomplete':
    case 'header_mismatch':
    case 'missing_capability':
      return headerText(cause);
  }
}

type HeaderReason =
  'unknown_version_header' | 'unsupported_version' | 'meta_incomplete' | 'header_mismatch' | 'missing_capability';
type HeaderCause = Extract<Rejection, { readonly reason: HeaderReason }>;

function headerText(cause: HeaderCause): LocalText {
  switch (cause.reason) {
    case 'unknown_version_header':
    case 'unsupported_version': {
      const known = cause.supported.join(', ');
      return {
        ru: `Версия протокола не поддерживается: ${cause.requested}. Известны: ${known}`,
        en: `Unsupported protocol version: ${cause.requested}. Known: ${known}`,
      };
    }
    case 'meta_incomplete':
      return cause.problem === 'missing'
        ? { ru: `В params._meta нет ${cause.key}`, en: `params._meta lacks ${cause.key}` }
        : {
            ru: `В params._meta поле ${cause.key} неверного вида`,
            en: `In params._meta the member ${cause.key} is malformed`,
          };
    case 'header_mismatch':
      return mismatchText(cause);
    case 'missing_capability': {
      const names = Object.keys(cause.requiredCapabilities).join(', ');
      return {
        ru: `Клиент должен объявить возможности: ${names}`,
        en: `Client capability required: ${names}`,
      };
    }
  }
}

function mismatchText({
  header,
  problem,
  expected = '',
  got = '',
}: Extract<HeaderCause, { readonly reason: 'header_mismatch' }>): LocalText {
  switch (problem) {
    case 'missing':
      return { ru: `Нет заголовка ${header}: ${expected}`, en: `The header ${header} is missing: ${expected}` };
    case 'bad_encoding':
      return { ru: `Заголовок ${header} закодирован неверно`, en: `The header ${header} is badly encoded` };
    case 'different':
      return {
        ru: `Заголовок ${header} называет «${got}», а тело - «${expected}»`,
        en: `The header ${header} names "${got}", the body "${expected}"`,
      };
  }
}

function messageText(problem: LocalText, element: number | undefined): LocalText {
  const ru = element === undefined ? '' : ` (элемент ${String(element)})`;
  const en = element === undefined ? '' : ` (element ${String(element)})`;
  return { ru: `Не сообщение JSON-RPC${ru}: ${problem.ru}`, en: `Not a JSON-RPC message${en}: ${problem.en}` };
}

function batchText(problem: LocalText, limit: number): LocalText {
  return {
    ru: `Неверный пакет: ${problem.ru}. Допустимо от 1 до ${String(limit)} сообщений`,
    en: `Bad batch: ${problem.en}. 1 to ${String(limit)} messages are allowed`,
  };
}
