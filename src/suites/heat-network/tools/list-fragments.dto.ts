import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Min,
  ValidateNested,
} from 'class-validator';

/** The tool takes no arguments. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a DTO is a class, also without fields
export class ListFragmentsInput {}

/** The newest finished calculation of a fragment. */
class LastCalculationOutput {
  @IsInt() id!: number;
  /** ISO 8601, UTC. */
  @IsString() finished_at!: string;
  @IsIn(['plan', 'emergency']) mode!: 'plan' | 'emergency';
  /** Outdoor temperature, degrees C. */
  @IsNumber() tn!: number;
}

/** A fragment with its sums: lengths of lines in service, design loads of all consumers. */
export class FragmentOutput {
  @IsInt() id!: number;
  @IsString() name!: string;
  /** Absent when the fragment has no source of its own. */
  @IsOptional() @IsString() source_name?: string;
  @IsInt() @Min(0) nodes!: number;
  /** Supply and return lines, also those out of service. */
  @IsInt() @Min(0) lines!: number;
  @IsNumber() length_supply_m!: number;
  @IsNumber() length_return_m!: number;
  @IsInt() @Min(0) consumers!: number;
  @IsNumber() q_design_gcal_h!: number;
  @IsString() temp_graph!: string;
  /** Absent when nothing has been calculated. */
  @IsOptional() @ValidateNested() @Type(() => LastCalculationOutput) last_calculation?: LastCalculationOutput;
}

export class ListFragmentsOutput {
  @IsArray() @ValidateNested({ each: true }) @Type(() => FragmentOutput) fragments!: FragmentOutput[];
  @IsInt() @Min(0) total!: number;
  @IsBoolean() truncated!: boolean;
  @IsInt() @Min(0) data_version!: number;
  /** Unit of each measured field. */
  @IsObject() units!: Record<string, string>;
}
