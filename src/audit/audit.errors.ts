import { AppError } from '../kernel/index.js';

/** The record could not be written, so what it was about must not happen. */
export function auditUnavailable(cause: unknown): AppError {
  return new AppError(
    'audit_unavailable',
    {
      ru: 'Журнал действий сейчас недоступен, поэтому действие не выполнено: повторите позже',
      en: 'The audit log is unavailable right now, so the action was not carried out: try again later',
    },
    {},
    { cause },
  );
}
