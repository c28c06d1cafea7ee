import { AppError, RIGHTS, type Right } from '../kernel/index.js';

/** The door is open to the caller, but not for this parameter. */
export function parameterNeedsRight(field: string, right: Right): AppError {
  return new AppError(
    'right_missing',
    {
      ru: `Для параметра «${field}» нужно право «${RIGHTS[right].ru}» (${right}): уберите параметр или обратитесь к администратору`,
      en: `The parameter "${field}" needs the right "${RIGHTS[right].en}" (${right}): leave it out or ask the administrator`,
    },
    { field, right },
  );
}

/** `from` is not before `to`, or they are too far apart. */
export function badPeriod(from: Date, to: Date, mostDays: number): AppError {
  const received = `${from.toISOString()} .. ${to.toISOString()}`;
  return new AppError(
    'invalid_input',
    {
      ru: `Поля «from» и «to»: получено ${received}; допустимо: from раньше to, не больше ${String(mostDays)} дней между ними.`,
      en: `Fields "from" and "to": received ${received}; allowed: from before to, at most ${String(mostDays)} days apart.`,
    },
    { field: 'from' },
  );
}

/** `organisation_id=none` has no account to show. */
export function organisationNeedsAccount(): AppError {
  return new AppError(
    'invalid_input',
    {
      ru: 'Поле «organisation_id»: получено "none"; допустимо: идентификатор организации.',
      en: 'Field "organisation_id": received "none"; allowed: the id of an organisation.',
    },
    { field: 'organisation_id' },
  );
}
