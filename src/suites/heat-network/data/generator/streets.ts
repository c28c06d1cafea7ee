import { at, distance } from './numbers.js';
import type { Prng } from './prng.js';

export const COLUMNS = 48;
export const ROWS = 33;
const STEP = { x: 96, y: 78 };
const JITTER_M = 7;
const ARTERIAL_EVERY = 6;

/** A street crossing, metres from the south-western corner. */
export interface Crossing {
  readonly x: number;
  readonly y: number;
}

/** A piece of street between two crossings. */
export interface Block {
  readonly a: number;
  readonly b: number;
  /** Index of the street: rows first, then columns. */
  readonly street: number;
  readonly arterial: boolean;
  readonly length: number;
}

export interface Streets {
  readonly crossings: readonly Crossing[];
  readonly blocks: readonly Block[];
}

/** True for the streets that carry the mains. */
export function isArterial(street: number): boolean {
  return (street < ROWS ? street : street - ROWS) % ARTERIAL_EVERY === 3;
}

/** Lays 33 x 48 streets with uneven crossings. */
export function layStreets(prng: Prng): Streets {
  const crossings: Crossing[] = [];
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      crossings.push({
        x: column * STEP.x + prng.between(-JITTER_M, JITTER_M),
        y: row * STEP.y + prng.between(-JITTER_M, JITTER_M),
      });
    }
  }
  const blocks: Block[] = [];
  const add = (a: number, b: number, street: number): void => {
    blocks.push({ a, b, street, arterial: isArterial(street), length: distance(at(crossings, a), at(crossings, b)) });
  };
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const here = row * COLUMNS + column;
      if (column + 1 < COLUMNS) add(here, here + 1, row);
      if (row + 1 < ROWS) add(here, here + COLUMNS, ROWS + column);
    }
  }
  return { crossings, blocks };
}
