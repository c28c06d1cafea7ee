/** The only source of time; `platform/time` implements it, tests replace it. */
export interface Clock {
  /** The current moment, UTC. */
  now(): Date;
  /** A steadily rising count of milliseconds for measuring durations. */
  monotonicMs(): number;
}
export const CLOCK = Symbol('Clock');

/** The only source of randomness; `platform/time` implements it. */
export interface Random {
  /** A UUID version 7 (RFC 9562, 5.7): ordered by time, 74 random bits. */
  uuid(): string;
  /** A UUID version 4: 122 random bits, for ids that must not be guessed. */
  secretUuid(): string;
  /** `length` random bytes from the operating system. */
  bytes(length: number): Buffer;
}
export const RANDOM = Symbol('Random');
