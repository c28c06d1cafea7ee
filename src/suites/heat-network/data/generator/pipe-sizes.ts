import { at } from './numbers.js';

/** A steel pipe: nominal and outer diameter, mm; inner diameter, m. GOST 10704 as the trade uses it. */
interface PipeSize {
  readonly dn: number;
  readonly outerMm: number;
  readonly innerM: number;
}

/** From DN 32 to DN 1000, ascending. */
export const PIPE_SIZES: readonly PipeSize[] = [
  { dn: 32, outerMm: 38, innerM: 0.033 },
  { dn: 40, outerMm: 45, innerM: 0.04 },
  { dn: 50, outerMm: 57, innerM: 0.051 },
  { dn: 70, outerMm: 76, innerM: 0.07 },
  { dn: 80, outerMm: 89, innerM: 0.082 },
  { dn: 100, outerMm: 108, innerM: 0.1 },
  { dn: 125, outerMm: 133, innerM: 0.125 },
  { dn: 150, outerMm: 159, innerM: 0.15 },
  { dn: 200, outerMm: 219, innerM: 0.207 },
  { dn: 250, outerMm: 273, innerM: 0.259 },
  { dn: 300, outerMm: 325, innerM: 0.309 },
  { dn: 350, outerMm: 377, innerM: 0.359 },
  { dn: 400, outerMm: 426, innerM: 0.408 },
  { dn: 500, outerMm: 530, innerM: 0.512 },
  { dn: 600, outerMm: 630, innerM: 0.614 },
  { dn: 700, outerMm: 720, innerM: 0.704 },
  { dn: 800, outerMm: 820, innerM: 0.804 },
  { dn: 900, outerMm: 920, innerM: 0.904 },
  { dn: 1000, outerMm: 1020, innerM: 1.004 },
];

const ROUGHNESS_M = 0.0005;
const DENSITY = 935;

/** The pipe of a nominal diameter. */
export function pipeSize(dn: number): PipeSize {
  const size = PIPE_SIZES.find((each) => each.dn === dn);
  if (!size) throw new RangeError(`No pipe of DN ${String(dn)}`);
  return size;
}

/** The smallest pipe whose friction stays within `limit` Pa/m at a flow in t/h. */
export function choosePipe(flow: number, limit: number): PipeSize {
  return PIPE_SIZES.find((size) => friction(size, flow) <= limit) ?? at(PIPE_SIZES, PIPE_SIZES.length - 1);
}

/** Friction in Pa/m; the fourth root is taken by two square roots, which are exact on every machine. */
function friction({ innerM }: PipeSize, flow: number): number {
  const area = (Math.PI * innerM * innerM) / 4;
  const speed = flow / 3.6 / DENSITY / area;
  const lambda = 0.11 * Math.sqrt(Math.sqrt(ROUGHNESS_M / innerM));
  return (lambda / innerM) * speed * speed * (DENSITY / 2);
}
