import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { LARGEST_ID } from './answer.js';

export const STATISTICS = [
  'length',
  'volume',
  'length_by_diameter',
  'length_by_diameter_laying',
  'heat_consumption',
  'closed_consumers',
] as const;
export type Statistic = (typeof STATISTICS)[number];

export class NetworkStatisticsInput {
  @IsIn(STATISTICS) query!: Statistic;
  /** 1..100 ids; all visible fragments when absent. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(100)
  @ArrayUnique()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(LARGEST_ID, { each: true })
  fragment_ids?: number[];
}

/** A row of `length_by_diameter`, `length_by_diameter_laying` (metres) or `heat_consumption` (Gcal/h, t/h). */
export class StatisticsRowOutput {
  /** Nominal diameter, mm; absent in the row of lines without one. */
  @IsOptional() @IsInt() dn_mm?: number;
  @IsOptional() @IsString() laying?: string;
  @IsOptional() @IsNumber() length_supply_m?: number;
  @IsOptional() @IsNumber() length_return_m?: number;
  @IsOptional() @IsNumber() length_total_m?: number;
  @IsOptional() @IsNumber() share_percent?: number;
  @IsOptional() @IsInt() fragment_id?: number;
  @IsOptional() @IsString() name?: string;
  @IsOptional() @IsNumber() q_heat?: number;
  @IsOptional() @IsNumber() q_vent?: number;
  @IsOptional() @IsNumber() q_dhw_avg?: number;
  @IsOptional() @IsNumber() q_total?: number;
  @IsOptional() @IsNumber() g_design_t_h?: number;
  @IsOptional() @IsInt() consumers?: number;
}

/** A consumer without heat: closed by its own flag, by valves, or without any path to a source. */
export class ClosedConsumerOutput {
  @IsInt() node_id!: number;
  @IsString() address!: string;
  /** Gcal/h. */
  @IsNumber() q_total!: number;
  @IsIn(['valve', 'flag', 'unfed']) reason!: 'valve' | 'flag' | 'unfed';
}

/** Each query fills its own fields; totals equal the sums of the rows. */
export class NetworkStatisticsOutput {
  @IsIn(STATISTICS) query!: Statistic;
  @IsString() title!: string;
  /** The fragments that were counted. */
  @IsArray() @IsInt({ each: true }) fragment_ids!: number[];
  @IsOptional() @IsNumber() length_supply_m?: number;
  @IsOptional() @IsNumber() length_return_m?: number;
  @IsOptional() @IsNumber() length_total_m?: number;
  @IsOptional() @IsNumber() volume_supply_m3?: number;
  @IsOptional() @IsNumber() volume_return_m3?: number;
  @IsOptional() @IsNumber() volume_total_m3?: number;
  @IsOptional() @IsNumber() leak_norm_m3_h?: number;
  /** Length of lines without a diameter: not in the volume. */
  @IsOptional() @IsNumber() length_unknown_dn_m?: number;
  @IsOptional() @IsNumber() q_heat?: number;
  @IsOptional() @IsNumber() q_vent?: number;
  @IsOptional() @IsNumber() q_dhw_avg?: number;
  @IsOptional() @IsNumber() q_total?: number;
  @IsOptional() @IsNumber() g_design_t_h?: number;
  @IsOptional() @IsInt() consumers?: number;
  @IsOptional() @IsInt() count?: number;
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => StatisticsRowOutput)
  rows?: StatisticsRowOutput[];
  @IsOptional()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ClosedConsumerOutput)
  items?: ClosedConsumerOutput[];
  /** Of `rows` or `items`, which hold at most 200. */
  @IsOptional() @IsInt() total?: number;
  @IsOptional() @IsBoolean() truncated?: boolean;
  @IsInt() @Min(0) data_version!: number;
  /** Unit of each measured field. */
  @IsObject() units!: Record<string, string>;
}

/** What a query adds to the common fields. */
export type Figures = Omit<NetworkStatisticsOutput, 'query' | 'title' | 'fragment_ids' | 'data_version' | 'units'>;
