import { parseArgs } from 'node:util';
import { AppError } from '../../kernel/index.js';
import type { Database } from '../../platform/index.js';
import { badCity } from './heat-network.errors.js';
import { showProgress } from './data/load/index.js';
import { seedDemoCity } from './seed-demo-city.js';

const USAGE = 'npm run city -- --seed 2026 [--code demo] [--name "Демо-город"] [--organisation <uuid>]';
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The command `npm run city`: loads a generated city. Progress goes to stderr, the outcome to stdout.
 * @param argv the arguments after the file name
 * @returns the exit code: 0 done, 2 the arguments are wrong
 */
export async function main(argv: readonly string[], database: Database): Promise<number> {
  const progress = showProgress(process.stderr);
  try {
    const order = readArguments(argv);
    const city = await seedDemoCity(database, { ...order, onProgress: progress.onProgress });
    const outcome = city.loaded ? 'loaded' : 'already loaded, nothing changed';
    process.stdout.write(
      `City ${order.code} (seed ${String(order.seed)}): ${outcome}; data version ${String(city.dataVersion)}\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    process.stderr.write(`${error.text.ru}\n${error.text.en}\n${USAGE}\n`);
    return 2;
  } finally {
    progress.stop();
  }
}

interface Arguments {
  readonly seed: number;
  readonly code: string;
  readonly name: string;
  readonly organisationId?: string;
}

function readArguments(argv: readonly string[]): Arguments {
  const { seed, code, name, organisation } = parse(argv);
  if (seed === undefined || !/^\d{1,10}$/.test(seed)) throw badCity('seed', seed ?? '', '0..4294967295');
  if (organisation !== undefined && !UUID.test(organisation)) throw badCity('organisation', organisation, 'UUID');
  return { seed: Number(seed), code, name, ...(organisation === undefined ? {} : { organisationId: organisation }) };
}

function parse(argv: readonly string[]): { seed?: string; code: string; name: string; organisation?: string } {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        seed: { type: 'string' },
        code: { type: 'string', default: 'demo' },
        name: { type: 'string', default: 'Демо-город' },
        organisation: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    // node:util words its errors for the person at the keyboard.
    throw badCity('arguments', error instanceof Error ? error.message : String(error), USAGE);
  }
}
