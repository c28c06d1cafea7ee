import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../../../../platform/index.js';
import { cityRecords, generateCity, GENERATOR_VERSION, type City } from '../generator/index.js';
import { badCity, unknownCity } from '../../heat-network.errors.js';
import { ID_RANGE, replaceCity, type OnProgress } from './replace-city.js';

const CODE = /^[a-z0-9][a-z0-9_-]{0,39}$/;
const MOST_CITIES = 2_147;
// One load at a time: versions rise over all cities together.
const LOAD_LOCK = 815_500;

/** Which city to load: the same code with another seed replaces it. */
export interface CityOrder {
  /** `^[a-z0-9][a-z0-9_-]{0,39}$` */
  readonly code: string;
  /** What people call it, 1..120 characters. */
  readonly name: string;
  /** 0..4 294 967 295 */
  readonly seed: number;
}

/** What `loadCity` did. */
export interface LoadedCity {
  readonly cityId: number;
  readonly dataVersion: bigint;
  /** False when the city was there already. */
  readonly loaded: boolean;
}

interface CityRow {
  readonly id: number;
  readonly seed: bigint | null;
  readonly generator_version: number | null;
  readonly data_version: bigint;
}

/**
 * Generates a city and loads it in one transaction; does nothing when this very city is loaded already.
 * Another seed under the same code replaces everything and raises `data_version`; who may see it stays.
 * @throws AppError `invalid_input` for a bad code, name or seed
 */
export async function loadCity(
  database: Database,
  order: CityOrder,
  { onProgress = () => undefined }: { readonly onProgress?: OnProgress } = {},
): Promise<LoadedCity> {
  checkOrder(order);
  return database.transaction(async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOAD_LOCK]);
    const known = await findCity(client, order.code);
    if (known?.seed === BigInt(order.seed) && known.generator_version === GENERATOR_VERSION) {
      return { cityId: known.id, dataVersion: known.data_version, loaded: false };
    }
    const city = generateCity(order.seed);
    const { cityId, dataVersion } = await writeCity(client, order, city, known?.id);
    await replaceCity(client, city, { cityId, base: (cityId - 1) * ID_RANGE }, dataVersion, onProgress);
    return { cityId, dataVersion, loaded: true };
  });
}

/**
 * Lets an organisation see a city; a second time changes nothing.
 * @throws AppError `not_found` when there is no city of this code
 */
export async function grantCity(database: Database, cityCode: string, organisationId: string): Promise<void> {
  const granted = await database.rows(
    `WITH city AS (SELECT id FROM heat_city WHERE code = $1),
     entry AS (INSERT INTO heat_city_access (city_id, organisation_id) SELECT id, $2 FROM city ON CONFLICT DO NOTHING)
     SELECT id FROM city`,
    [cityCode, organisationId],
  );
  if (granted.length === 0) throw unknownCity(cityCode);
}

/** sha256 over the records of a city, one JSON text a line: equal for equal cities only. */
export function hashCity(city: City): string {
  const hash = createHash('sha256');
  for (const record of cityRecords(city)) hash.update(`${record}\n`);
  return hash.digest('hex');
}

function checkOrder({ code, name, seed }: CityOrder): void {
  if (!CODE.test(code)) throw badCity('code', code, String(CODE));
  if (name.trim() === '' || name.length > 120) throw badCity('name', name.slice(0, 40), '1..120');
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) throw badCity('seed', String(seed), '0..4294967295');
}

async function findCity(client: pg.PoolClient, code: string): Promise<CityRow | undefined> {
  const sql = 'SELECT id, seed, generator_version, data_version FROM heat_city WHERE code = $1';
  return (await client.query<CityRow>(sql, [code])).rows[0];
}

async function writeCity(
  client: pg.PoolClient,
  { code, name, seed }: CityOrder,
  city: City,
  knownId: number | undefined,
): Promise<{ cityId: number; dataVersion: bigint }> {
  const sql = `
    INSERT INTO heat_city (id, code, name, seed, generator_version, data_hash, data_version, loaded_at)
    SELECT coalesce($1::int, coalesce(max(id), 0) + 1), $2, $3, $4, $5, $6, coalesce(max(data_version), 0) + 1, now() FROM heat_city
    ON CONFLICT (code) DO UPDATE SET name = excluded.name, seed = excluded.seed, generator_version = excluded.generator_version,
      data_hash = excluded.data_hash, data_version = excluded.data_version, loaded_at = excluded.loaded_at
    RETURNING id, data_version`;
  const values = [knownId ?? null, code, name, seed, GENERATOR_VERSION, hashCity(city)];
  const [row] = (await client.query<CityRow>(sql, values)).rows;
  if (!row || row.id > MOST_CITIES) throw badCity('code', code, `≤ ${String(MOST_CITIES)} cities`);
  return { cityId: row.id, dataVersion: row.data_version };
}
