import type { JsonObject, LocalText } from '../kernel/index.js';

/** How the service names itself; the version is that of package.json (pinned by a test). */
export const SERVER = { name: 'turnpike', version: '0.1.0' } as const;

/** The same in both eras: the list of tools depends on who asks and never changes during a connection. */
export const CAPABILITIES: JsonObject = { tools: { listChanged: false } };

/** What a model reads about the server before it sees the tools. */
export const INSTRUCTIONS: LocalText = {
  ru: [
    'Инструменты над данными организации. Каждый вызов проверяется, записывается в журнал и может быть платным:',
    'цена указана в tools/list (_meta io.turnpike/price), списанное и остаток - в _meta io.turnpike/receipt ответа.',
    'Ошибка инструмента (isError) объясняет, что исправить, и не оплачивается.',
    'Списки обрезаются: сужайте запрос, если в ответе truncated.',
    'Персональные данные скрыты, если у пользователя нет права на них.',
  ].join(' '),
  en: [
    "Tools over the organisation's data. Every call is checked, recorded in the audit log and may cost credits:",
    'the price is in tools/list (_meta io.turnpike/price), the charge and the balance in _meta io.turnpike/receipt.',
    'A tool error (isError) says what to correct and is never charged.',
    'Lists are cut: narrow the query when the answer says truncated.',
    'Personal data is masked unless the user has the right to see it.',
  ].join(' '),
};
