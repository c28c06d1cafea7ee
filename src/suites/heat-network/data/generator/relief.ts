import { round } from './numbers.js';

const ORIGIN = { lon: 76.88, lat: 43.23 };
// Metres in one degree of the WGS84 ellipsoid at latitude 43.23.
const METRES_PER_DEGREE = { lon: 81_236, lat: 111_098 };
const SOUTH_LEVEL_M = 890;
const FALL_PER_M = 0.012;
/** A hill that needs its own hydrostatic zone: 75 m above the slope. */
const HILL = { x: 3_700, y: 1_700, radius: 520, height: 75 };

/** The ground level at a point of the city, m: falls to the north by 12 m/km, with waves and one hill. */
export function groundLevel(x: number, y: number): number {
  const waves = 4 * wave(x / 1_700) + 3 * wave(y / 900 + 0.3);
  return SOUTH_LEVEL_M - FALL_PER_M * y + waves + HILL.height * hillShare(x, y);
}

/** 1 on the top of the hill, 0 outside of it. */
export function hillShare(x: number, y: number): number {
  const square = ((x - HILL.x) * (x - HILL.x) + (y - HILL.y) * (y - HILL.y)) / (HILL.radius * HILL.radius);
  return Math.max(0, 1 - square);
}

/** Metres east and north of the origin -> [lon, lat] with 7 decimals (about 1 cm). */
export function toDegrees(x: number, y: number): [number, number] {
  return [round(ORIGIN.lon + x / METRES_PER_DEGREE.lon, 7), round(ORIGIN.lat + y / METRES_PER_DEGREE.lat, 7)];
}

/** A periodic wave of two parabolas, -1..1: a sine that every machine computes alike. */
function wave(turns: number): number {
  const part = turns - Math.floor(turns);
  const half = part < 0.5 ? part * 2 : part * 2 - 1;
  return (part < 0.5 ? 4 : -4) * half * (1 - half);
}
