import { AppError, RIGHTS, type LocalText, type Right } from '../kernel/index.js';

/** Why a request counts as unauthenticated; `data.problem` of the error. `missing` alone means that nothing was sent. */
export type AuthenticationProblem = 'missing' | 'malformed' | 'invalid' | 'expired' | 'revoked' | 'wrong_door';

const UNAUTHENTICATED: Readonly<Record<AuthenticationProblem, LocalText>> = {
  missing: {
    ru: 'Нужен вход: передайте заголовок Authorization: Bearer <токен или ключ API>',
    en: 'Authentication is needed: send the header Authorization: Bearer <token or API key>',
  },
  malformed: {
    ru: 'Заголовок Authorization должен быть один и содержать ровно один токен: Bearer <токен>',
    en: 'The Authorization header must be sent once and hold exactly one token: Bearer <token>',
  },
  invalid: {
    ru: 'Токен или ключ не принят: проверьте, что он скопирован целиком и выдан этим сервером',
    en: 'The token or key is not accepted: check that it was copied whole and issued by this server',
  },
  expired: {
    ru: 'Срок токена или ключа истёк: войдите снова или выпустите новый',
    en: 'The token or key has expired: log in again or issue a new one',
  },
  revoked: {
    ru: 'Токен или ключ больше не действует: он отозван, пароль сменён или учётная запись заблокирована. Войдите снова или выпустите новый',
    en: 'The token or key is no longer valid: it was revoked, the password was changed or the account is blocked. Log in again or issue a new one',
  },
  wrong_door: {
    ru: 'Этот адрес принимает только токен входа: получите его через POST /api/v1/auth/login',
    en: 'This address accepts only a login token: get one from POST /api/v1/auth/login',
  },
};

export function unauthenticated(problem: AuthenticationProblem): AppError {
  return new AppError('unauthenticated', UNAUTHENTICATED[problem], { problem });
}

/** One answer for an unknown e-mail, a wrong password and a blocked account: which one it was is nobody's business. */
export function loginFailed(): AppError {
  return new AppError('login_failed', {
    ru: 'Неверная почта или пароль, либо учётная запись заблокирована',
    en: 'Wrong e-mail or password, or the account is blocked',
  });
}

export function wrongCurrentPassword(): AppError {
  return new AppError(
    'invalid_input',
    { ru: 'Поле current: это не текущий пароль', en: 'Field current: this is not the current password' },
    { field: 'current' },
  );
}

export function weakPassword(shortest: number, longest: number): AppError {
  return new AppError(
    'invalid_input',
    {
      ru: `Поле next: новый пароль должен иметь от ${String(shortest)} до ${String(longest)} символов и отличаться от текущего и от почты`,
      en: `Field next: a new password must have ${String(shortest)} to ${String(longest)} characters and differ from the current one and from the e-mail`,
    },
    { field: 'next' },
  );
}

export function rightMissing(right: Right): AppError {
  return new AppError(
    'right_missing',
    {
      ru: `Нужно право «${RIGHTS[right].ru}» (${right}): обратитесь к администратору организации`,
      en: `The right "${RIGHTS[right].en}" (${right}) is needed: ask the administrator of your organisation`,
    },
    { right },
  );
}

export function tooManyAttempts(seconds: number): AppError {
  return new AppError(
    'rate_limited',
    {
      ru: `Слишком много попыток: повторите через ${String(seconds)} с`,
      en: `Too many attempts: try again in ${String(seconds)} s`,
    },
    { retry_after_seconds: seconds },
  );
}

export function keyNotFound(): AppError {
  return new AppError('not_found', {
    ru: 'Такого ключа нет среди ваших: список — GET /api/v1/keys',
    en: 'You have no such key: the list is at GET /api/v1/keys',
  });
}

export function tooManyKeys(most: number): AppError {
  return new AppError(
    'conflict',
    {
      ru: `Действующих ключей может быть не больше ${String(most)}: отзовите ненужный и повторите`,
      en: `There can be at most ${String(most)} active keys: revoke one that is not needed and try again`,
    },
    { most },
  );
}

export function mcpDisabled(): AppError {
  return new AppError('not_found', {
    ru: 'Сервер MCP выключен (MCP_ENABLED=false)',
    en: 'The MCP server is switched off (MCP_ENABLED=false)',
  });
}

/** The database (or billing) gave no answer, so nobody can be let in. */
export function identityUnavailable(cause: unknown): AppError {
  return new AppError(
    'unavailable',
    {
      ru: 'Сейчас нельзя проверить токен: повторите через несколько секунд',
      en: 'The token cannot be checked right now: try again in a few seconds',
    },
    {},
    { cause },
  );
}

/** The journal took no record, so nothing is issued. */
export function journalUnavailable(cause: unknown): AppError {
  return new AppError(
    'audit_unavailable',
    {
      ru: 'Действие нельзя записать в журнал, поэтому оно не завершено: повторите позже',
      en: 'The action cannot be recorded in the audit log, so it was not completed: try again later',
    },
    {},
    { cause },
  );
}
