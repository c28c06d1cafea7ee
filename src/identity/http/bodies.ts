import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '../passwords/passwords.js';

// Neither control characters nor lone surrogates: PostgreSQL refuses NUL in a text.
const EMAIL = /^[^\p{C}\s@]+@[^\p{C}\s@]+$/u;
const SCOPE = /^tools(:[a-z][a-z0-9_]{0,63}){0,2}$/;

/** Body of `POST /api/v1/auth/login`. */
export class LoginBody {
  /** 3..254 characters; letter case does not matter. */
  @IsString() @Length(3, 254) @Matches(EMAIL) email!: string;
  @IsString() @Length(1, LONGEST_PASSWORD) password!: string;
}

/** Body of `POST /api/v1/auth/password`. */
export class PasswordBody {
  @IsString() @Length(1, LONGEST_PASSWORD) current!: string;
  /** 10..256 characters, neither the current password nor the e-mail. */
  @IsString() @Length(SHORTEST_PASSWORD, LONGEST_PASSWORD) next!: string;
}

/** Body of `POST /api/v1/keys`. */
export class NewKeyBody {
  /** What the key is for, 1..100 characters. */
  @IsString() @Length(1, 100) @Matches(/\S/) name!: string;
  /** 1..20 of `tools`, `tools:<suite>`, `tools:<suite>:read`. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(20)
  @IsString({ each: true })
  @Matches(SCOPE, { each: true })
  scopes: string[] = ['tools'];
  /** True: only tools that change nothing. */
  @IsOptional() @IsBoolean() read_only = false;
  /** 1..3650; without it the key does not expire. */
  @IsOptional() @IsInt() @Min(1) @Max(3_650) expires_in_days?: number;
}
