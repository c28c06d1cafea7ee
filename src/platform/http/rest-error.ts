import { HttpException } from '@nestjs/common';
import { AppError, type JsonObject, type LocalText } from '../../kernel/index.js';
import { Refusal } from './refusal.js';
import { FRAMEWORK_REFUSALS, internalText, STATUS_OF } from './statuses.js';

const LONGEST_WAIT_SECONDS = 86_400;

/** An error as a REST door shows it. */
export interface RestError {
  readonly status: number;
  readonly code: string;
  readonly text: LocalText;
  readonly details?: JsonObject;
  readonly errorId?: string;
  readonly retryAfterSeconds?: number;
}

/**
 * What a REST door says about anything that was thrown.
 * @param report logs an unexpected error and returns its id; called only when the answer is a 500
 */
export function describeError(thrown: unknown, report: (error: unknown) => string): RestError {
  if (thrown instanceof AppError && thrown.code !== 'internal') return describeAppError(thrown);
  if (thrown instanceof Refusal) {
    const { code, text, details } = thrown;
    return { status: thrown.getStatus(), code, text, ...(details === undefined ? {} : { details }) };
  }
  if (thrown instanceof HttpException) {
    const status = thrown.getStatus();
    const known = FRAMEWORK_REFUSALS[status] ?? (status >= 400 && status < 500 ? FRAMEWORK_REFUSALS[400] : undefined);
    if (known !== undefined) return { status, ...known };
  }
  const errorId = report(thrown);
  return { status: 500, code: 'internal', text: internalText(errorId), errorId };
}

function describeAppError({ code, text, data }: AppError): RestError {
  const wait = data.retry_after_seconds;
  const seconds = typeof wait === 'number' && wait >= 0 ? Math.min(Math.ceil(wait), LONGEST_WAIT_SECONDS) : undefined;
  return {
    status: STATUS_OF[code],
    code,
    text,
    ...(Object.keys(data).length === 0 ? {} : { details: data }),
    ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
  };
}
