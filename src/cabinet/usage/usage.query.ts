import { Type } from 'class-transformer';
import { IsInt, IsISO8601, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { badPeriod } from '../cabinet.errors.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MOST_DAYS = 366;

/** Query of `GET /api/v1/me/usage`. */
export class UsageQuery {
  /** From this moment on; a date alone means 00:00 UTC. 30 days before `to` when absent. */
  @IsOptional() @IsString() @MaxLength(40) @IsISO8601() from?: string;
  /** Before this moment; now when absent. At most 366 days after `from`. */
  @IsOptional() @IsString() @MaxLength(40) @IsISO8601() to?: string;
  /** How many of the last calls to list, 0..200. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(0) @Max(200) calls = 20;
}

/** The period that a query means. @throws AppError `invalid_input` when it is empty or longer than 366 days */
export function usagePeriod(query: UsageQuery, now: Date): { from: Date; to: Date } {
  const to = query.to === undefined ? now : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - DEFAULT_DAYS * DAY_MS) : new Date(query.from);
  const length = to.getTime() - from.getTime();
  if (length <= 0 || length > MOST_DAYS * DAY_MS) throw badPeriod(from, to, MOST_DAYS);
  return { from, to };
}
