import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { EXPORT_FORMATS, type ExportFormat } from '../platform/index.js';

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** One line without control characters: PostgreSQL refuses NUL, and a filter has no use for the others. */
export const PRINTABLE = /^[^\p{Cc}\p{Cs}]+$/u;
export const UUID_SHAPE = new RegExp(`^${UUID}$`, 'i');
const UUID_OR_NONE = new RegExp(`^(?:${UUID}|none)$`, 'i');

/** What the lists of the administrator have in common. */
export class ListQuery {
  /** `json` answers a page; `csv` and `ndjson` stream everything, `limit` and `cursor` do not matter then. */
  @IsOptional() @IsIn(['json', ...EXPORT_FORMATS]) format: 'json' | ExportFormat = 'json';
  /** Rows of a page, 1..500. */
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit = 50;
  /** `next_cursor` of the page before. */
  @IsOptional() @IsString() @MaxLength(40) cursor?: string;
  /** Another organisation's id, or `none` for what belongs to no organisation: only with the right `platform:admin`. */
  @IsOptional() @IsString() @MaxLength(36) @Matches(UUID_OR_NONE) organisation_id?: string;
}
