/**
 * mulberry32: the only source of chance in the generator, so that a seed gives the same city on every machine.
 * Its results are exact multiples of 2^-32; the generator derives everything else by + - * / and sqrt, which
 * IEEE 754 defines to the last bit (sin, exp and pow may differ between versions of V8).
 */
export class Prng {
  private state: number;

  /** @param seed an integer, 0..4 294 967 295 */
  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** A number in [0, 1). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** An integer from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One element; each is equally likely. */
  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new RangeError('Nothing to pick from');
    return item;
  }

  /** One value; its weight is its share of the sum of weights. */
  weighted<T>(items: readonly (readonly [T, number])[]): T {
    let rest = this.next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of items) {
      rest -= weight;
      if (rest < 0) return value;
    }
    const last = items.at(-1);
    if (last === undefined) throw new RangeError('Nothing to pick from');
    return last[0];
  }

  /** `count` decimal digits. */
  digits(count: number): string {
    return Array.from({ length: count }, () => String(this.int(0, 9))).join('');
  }
}
