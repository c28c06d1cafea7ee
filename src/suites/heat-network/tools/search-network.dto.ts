import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Pii } from '../../../toolkit/index.js';
import { LARGEST_ID } from './answer.js';

export const SEARCH_KINDS = ['node', 'line', 'source', 'consumer'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

export class SearchNetworkInput {
  @IsIn(SEARCH_KINDS) kind!: SearchKind;
  /** An id, a name or an address, 1..200 characters. */
  @IsString()
  @IsNotEmpty({ context: { text: { ru: 'text обязателен', en: 'text is required' } } })
  @MaxLength(200)
  text!: string;
  /** The other end of a line, or a house number; 0..200 characters, empty means absent. */
  @IsOptional() @IsString() @MaxLength(200) text2?: string;
  @IsOptional() @IsInt() @Min(1) @Max(LARGEST_ID) fragment_id?: number;
}

/** One hit: the common fields, then those of its kind. */
export class SearchItemOutput {
  @IsInt() id!: number;
  /** A line is named by its ends. */
  @IsString() name!: string;
  @IsInt() fragment_id!: number;
  /** The type of the node, or the pipe of the line. */
  @IsString() type!: string;
  @IsIn(['exact', 'prefix', 'fuzzy']) match!: 'exact' | 'prefix' | 'fuzzy';
  /** 1 equal, 0.8..0.99 a beginning, below that 0.8 x trigram similarity. */
  @IsNumber() @Min(0) @Max(1) score!: number;
  /** Line: nominal diameter, mm; absent when unknown. */
  @IsOptional() @IsInt() dn?: number;
  @IsOptional() @IsNumber() length_m?: number;
  @IsOptional() @IsString() from_name?: string;
  @IsOptional() @IsString() to_name?: string;
  /** Consumer. */
  @IsOptional() @IsString() address?: string;
  /** Heating, ventilation and average hot water together, Gcal/h. */
  @IsOptional() @IsNumber() q_total_gcal_h?: number;
  @IsOptional() @IsInt() floors?: number;
  @Pii('person') @IsOptional() @IsString() contact_name?: string;
  @Pii('phone') @IsOptional() @IsString() contact_phone?: string;
  @Pii('account') @IsOptional() @IsString() account_no?: string;
}

export class SearchNetworkOutput {
  @IsIn(SEARCH_KINDS) kind!: SearchKind;
  /** How many objects match; `items` holds the best 200. */
  @IsInt() @Min(0) total!: number;
  @IsBoolean() truncated!: boolean;
  @IsArray() @ValidateNested({ each: true }) @Type(() => SearchItemOutput) items!: SearchItemOutput[];
  @IsInt() @Min(0) data_version!: number;
  /** Unit of each measured field. */
  @IsObject() units!: Record<string, string>;
}
