import { Inject, Injectable } from '@nestjs/common';
import argon2 from 'argon2';
import { RANDOM, type Random } from '../../kernel/index.js';
import { weakPassword } from '../identity.errors.js';

export const SHORTEST_PASSWORD = 10;
export const LONGEST_PASSWORD = 256;

// OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane.
const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes and checks passwords. */
@Injectable()
export class Passwords {
  private decoy: Promise<string> | undefined;

  constructor(@Inject(RANDOM) private readonly random: Random) {}

  hash(password: string): Promise<string> {
    return argon2.hash(normalise(password), PARAMETERS);
  }

  /** False for a wrong password; without a stored hash (unknown user) it takes as long as with one. */
  async verify(stored: string | undefined, password: string): Promise<boolean> {
    this.decoy ??= this.hash(this.random.bytes(32).toString('hex'));
    const matches = await argon2.verify(stored ?? (await this.decoy), normalise(password));
    return matches && stored !== undefined;
  }
}

/**
 * Refuses a new password that is too short, too long, the current one or the e-mail.
 * @throws AppError `invalid_input` naming the field `next`
 */
export function checkNewPassword(next: string, current: string, email: string): void {
  const length = Array.from(next).length;
  const fits = length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD;
  if (!fits || normalise(next) === normalise(current) || next.toLowerCase() === email) {
    throw weakPassword(SHORTEST_PASSWORD, LONGEST_PASSWORD);
  }
}

// Keyboards send й in one code point or in two (NIST SP 800-63B, 5.1.1.2).
const normalise = (password: string): string => password.normalize('NFKC');
