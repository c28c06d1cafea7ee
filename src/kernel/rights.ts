import type { LocalText } from './locale.js';

/** Every right of the product and its name for people. A right that is not here does not exist. */
export const RIGHTS = {
  'heat:read': { ru: 'Тепловые сети: просмотр', en: 'Heat networks: view' },
  'heat:calculate': { ru: 'Запуск расчётов', en: 'Run calculations' },
  'web:read': { ru: 'Веб-инструменты', en: 'Web tools' },
  'founder:read': { ru: 'Оценка основателя: просмотр', en: 'Founder score: view' },
  'founder:write': { ru: 'Оценка основателя: запись показателей', en: 'Founder score: record indicators' },
  'pii:read': { ru: 'Персональные данные', en: 'Personal data' },
  'keys:manage': { ru: 'Управление ключами API', en: 'Manage API keys' },
  'usage:read': { ru: 'Расход и баланс', en: 'Usage and balance' },
  'audit:read': { ru: 'Журнал действий', en: 'Audit log' },
  'credits:read': { ru: 'Кредиты организации', en: "The organisation's credits" },
  'platform:admin': { ru: 'Администратор платформы', en: 'Platform administrator' },
} as const satisfies Record<string, LocalText>;

export type Right = keyof typeof RIGHTS;

/** True when the word names a right of the product. */
export function isRight(word: string): word is Right {
  return Object.hasOwn(RIGHTS, word);
}
