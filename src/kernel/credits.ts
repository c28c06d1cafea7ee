declare const micro: unique symbol;

/**
 * An amount of credits in micro-credits (1 credit = 1 000 000), never a float.
 * Arithmetic is plain bigint arithmetic; only `credits()` and `microCredits()` make one.
 */
export type Credits = bigint & { readonly [micro]: true };

const MICRO = 1_000_000n;
const DECIMAL = /^(-?)(\d{1,12})(?:\.(\d{1,6}))?$/;

/**
 * Reads a decimal number of credits, at most 12 digits before and 6 after the point.
 * @throws RangeError when the text is not such a number.
 */
export function credits(amount: number | string): Credits {
  const match = DECIMAL.exec(String(amount));
  if (!match) throw new RangeError(`Not an amount of credits: ${String(amount)}`);
  const [, sign, whole = '0', fraction = ''] = match;
  const value = BigInt(whole) * MICRO + BigInt(fraction.padEnd(6, '0'));
  return (sign === '-' ? -value : value) as Credits;
}

/** Takes a bigint that already counts micro-credits, as the database returns it. */
export function microCredits(value: bigint): Credits {
  return value as Credits;
}

/** Writes credits as a decimal without trailing zeros: `2`, `0.5`, `-1.000001`. */
export function formatCredits(amount: bigint): string {
  const absolute = amount < 0n ? -amount : amount;
  const fraction = (absolute % MICRO).toString().padStart(6, '0').replace(/0+$/, '');
  return `${amount < 0n ? '-' : ''}${(absolute / MICRO).toString()}${fraction ? `.${fraction}` : ''}`;
}
