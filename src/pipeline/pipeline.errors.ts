import { AppError, formatCredits, RIGHTS, type Credits } from '../kernel/index.js';
import type { CatalogTool, Refusal } from '../catalog/index.js';

/** The answer to a caller that may not call a tool: names what is missing. */
export function refused(tool: CatalogTool, refusal: Refusal): AppError {
  switch (refusal.rule) {
    case 'scope':
      return new AppError(
        'scope_missing',
        {
          ru: `Токен не даёт права на инструмент ${tool.name}: нужна область ${refusal.missingScope}`,
          en: `The token does not cover the tool ${tool.name}: the scope ${refusal.missingScope} is needed`,
        },
        { rule: 'scope', tool: tool.name, missing_scope: refusal.missingScope },
      );
    case 'read_only':
      return new AppError(
        'scope_missing',
        {
          ru: `Ключ только для чтения, а инструмент ${tool.name} изменяет данные: нужен ключ с правом записи`,
          en: `The key is read-only, and the tool ${tool.name} changes data: a key that may write is needed`,
        },
        { rule: 'read_only', tool: tool.name },
      );
    case 'plan':
      return new AppError(
        'plan_required',
        {
          ru: `Тариф организации не включает инструмент ${tool.name} (набор ${refusal.suite}): нужен тариф с этим набором`,
          en: `The organisation's plan does not include the tool ${tool.name} (suite ${refusal.suite}): a plan with this suite is needed`,
        },
        { rule: 'plan', reason: 'plan_required', tool: tool.name, suite: refusal.suite },
      );
    case 'right': {
      const right = RIGHTS[refusal.missingRight];
      return new AppError(
        'right_missing',
        {
          ru: `Нет права «${right.ru}», оно нужно для ${tool.name}: попросите администратора организации`,
          en: `The right "${right.en}" is missing, ${tool.name} needs it: ask your organisation's administrator`,
        },
        { rule: 'right', tool: tool.name, missing_right: refusal.missingRight },
      );
    }
  }
}

/** @param seconds until a place is free, at least 1 */
export function rateLimited(tool: string, seconds: number): AppError {
  return new AppError(
    'rate_limited',
    {
      ru: `Слишком много вызовов (${tool}): повторите через ${String(seconds)} с`,
      en: `Too many calls (${tool}): try again in ${String(seconds)} s`,
    },
    { retry_after_seconds: seconds },
  );
}

export function insufficientCredits(needed: Credits, available: bigint, topUpUrl: string): AppError {
  return new AppError(
    'insufficient_credits',
    {
      ru: `Не хватает кредитов: нужно ${formatCredits(needed)}, доступно ${formatCredits(available)}. Пополнить: ${topUpUrl}`,
      en: `Not enough credits: ${formatCredits(needed)} needed, ${formatCredits(available)} available. Top up: ${topUpUrl}`,
    },
    {
      reason: 'insufficient_credits',
      needed: formatCredits(needed),
      available: formatCredits(available),
      top_up: topUpUrl,
    },
  );
}

export const idempotencyConflict = (): AppError =>
  new AppError('idempotency_conflict', {
    ru: 'Вызов с этим ключом идемпотентности ещё выполняется: повторите позже с тем же ключом',
    en: 'The call with this idempotency key is still running: repeat it later with the same key',
  });

export const idempotencyMismatch = (): AppError =>
  new AppError('idempotency_mismatch', {
    ru: 'Этот ключ идемпотентности уже использован с другим инструментом или аргументами: возьмите новый ключ',
    en: 'This idempotency key was used with another tool or other arguments: take a new key',
  });

export const timedOut = (tool: string, ms: number): AppError =>
  new AppError('timeout', {
    ru: `Инструмент ${tool} не ответил за ${String(ms / 1_000)} с; вызов не оплачен`,
    en: `The tool ${tool} did not answer within ${String(ms / 1_000)} s; nothing was charged`,
  });

export const aborted = (reason: 'cancelled' | 'disconnected'): AppError =>
  new AppError(reason, {
    ru: reason === 'cancelled' ? 'Вызов отменён; он не оплачен' : 'Клиент отключился; вызов не оплачен',
    en:
      reason === 'cancelled'
        ? 'The call was cancelled; nothing was charged'
        : 'The client hung up; nothing was charged',
  });

export const shuttingDown = (): AppError =>
  new AppError('unavailable', {
    ru: 'Сервер останавливается; вызов не оплачен, повторите его',
    en: 'The server is stopping; nothing was charged, repeat the call',
  });

/** The accepted record could not be written: the tool did not run. */
export const notAccepted = (errorId: string): AppError =>
  new AppError(
    'audit_unavailable',
    {
      ru: 'Вызов не удалось записать в журнал, поэтому он не выполнен и не оплачен: повторите позже',
      en: 'The call could not be written to the audit log, so it was not run and nothing was charged: try again later',
    },
    { errorId },
  );

/** The tool ran, its end could not be written: the result is withheld and the hold goes back. */
export const notSettled = (errorId: string): AppError =>
  new AppError(
    'audit_unavailable',
    {
      ru: 'Результат не удалось записать в журнал, поэтому он не выдан и не оплачен: повторите позже',
      en: 'The result could not be written to the audit log, so it is withheld and nothing was charged: try again later',
    },
    { errorId },
  );

export const crashed = (errorId: string): AppError =>
  new AppError(
    'internal',
    {
      ru: `Внутренняя ошибка; вызов не оплачен. Сообщите номер ${errorId}`,
      en: `Internal error; nothing was charged. Please report ${errorId}`,
    },
    { errorId },
  );
