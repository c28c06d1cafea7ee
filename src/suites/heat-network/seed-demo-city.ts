import type { Database } from '../../platform/index.js';
import { grantCity, loadCity, type CityOrder, type LoadedCity, type OnProgress } from './data/load/index.js';

/** A city and who may see it. */
interface DemoCity extends CityOrder {
  readonly organisationId?: string | undefined;
  readonly onProgress?: OnProgress | undefined;
}

/** Loads a generated city and opens it to an organisation; a second time changes nothing. */
export async function seedDemoCity(database: Database, order: DemoCity): Promise<LoadedCity> {
  const { organisationId, onProgress } = order;
  const city = await loadCity(database, order, onProgress === undefined ? {} : { onProgress });
  if (organisationId !== undefined) await grantCity(database, order.code, organisationId);
  return city;
}
