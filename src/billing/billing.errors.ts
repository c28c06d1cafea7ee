import { AppError, formatCredits } from '../kernel/index.js';

/** The organisation does not exist. */
export function unknownOrganisation(organisationId: string): AppError {
  return new AppError(
    'not_found',
    {
      ru: `Организации ${organisationId} нет: проверьте идентификатор`,
      en: `There is no organisation ${organisationId}: check the id`,
    },
    { organisation_id: organisationId },
  );
}

/** The organisation has no account yet. */
export function unknownAccount(accountId: string): AppError {
  return new AppError(
    'not_found',
    {
      ru: `Счёта ${accountId} нет: откройте счёт организации и повторите`,
      en: `There is no account ${accountId}: open the organisation's account and try again`,
    },
    { account_id: accountId },
  );
}

/** A grant must bring something: its amount was 0 or negative. */
export function badGrantAmount(amount: bigint): AppError {
  return new AppError(
    'invalid_input',
    {
      ru: `Поле «amount»: получено ${formatCredits(amount)}; допустимо: больше 0.`,
      en: `Field "amount": received ${formatCredits(amount)}; allowed: more than 0.`,
    },
    { field: 'amount' },
  );
}

/** A grant must live for a while: it expires before it begins. */
export function badGrantDates(effectiveAt: Date, expiresAt: Date): AppError {
  return new AppError(
    'invalid_input',
    {
      ru: `Поле «expires_at»: получено ${expiresAt.toISOString()}; допустимо: позже ${effectiveAt.toISOString()}.`,
      en: `Field "expires_at": received ${expiresAt.toISOString()}; allowed: later than ${effectiveAt.toISOString()}.`,
    },
    { field: 'expires_at' },
  );
}
