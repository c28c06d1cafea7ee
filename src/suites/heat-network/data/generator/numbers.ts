/** Rounds half up to `decimals` places; every stored number passes through here, so that rounding hides no platform. */
export function round(value: number, decimals: number): number {
  const scale = Number(`1e${String(decimals)}`);
  // `+ 0` turns -0 into 0.
  return Math.round(value * scale) / scale + 0;
}

/** The element at a place that is known to exist. */
export function at<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index];
  if (item === undefined) throw new RangeError(`No element ${String(index)} of ${String(items.length)}`);
  return item;
}

/** Writes a number with leading zeros: `pad(7, 3)` is `007`. */
export function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** The distance between two points, m. */
export function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}
