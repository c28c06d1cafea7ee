import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Random } from '../../kernel/index.js';

const PREFIX = 'tpk_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// 32 characters of 62 are 190 bits.
const RANDOM_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^tpk_live_[0-9A-Za-z]{38}$/;
// The largest multiple of 62 in a byte: bytes above it would favour some characters.
const FAIR = 248;
const SHOWN = 4;

/** A key as it is shown once, and what is kept of it. */
export interface NewApiKey {
  readonly key: string;
  readonly prefix: string;
  readonly lastFour: string;
  readonly hash: Buffer;
}

/** Makes `tpk_live_<32 base62><6 checksum>`. */
export function makeApiKey(random: Random): NewApiKey {
  const body = PREFIX + randomText(random);
  const key = body + checksum(body);
  return { key, prefix: key.slice(0, PREFIX.length + SHOWN), lastFour: key.slice(-SHOWN), hash: hashApiKey(key) };
}

/** What the database knows a key by. A plain hash is enough: 190 random bits can't be guessed. */
export function hashApiKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** True when the text starts like a key, whole or not. */
export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** Checks shape and checksum, so that a mistyped or made-up key costs no look-up. */
export function isWellFormedApiKey(token: string): boolean {
  return SHAPE.test(token) && checksum(token.slice(0, -CHECKSUM_LENGTH)) === token.slice(-CHECKSUM_LENGTH);
}

function randomText(random: Random): string {
  let text = '';
  while (text.length < RANDOM_LENGTH) {
    for (const byte of random.bytes(RANDOM_LENGTH)) {
      if (byte < FAIR && text.length < RANDOM_LENGTH) text += ALPHABET.charAt(byte % ALPHABET.length);
    }
  }
  return text;
}

function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
}
