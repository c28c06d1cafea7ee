import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/index.js';
import { nothingVisible, unknownFragments } from '../heat-network.errors.js';

/** What a call may read: fragments of the cities that the caller's organisation sees. */
export interface Scope {
  /** Ascending. */
  readonly fragmentIds: readonly number[];
  readonly cities: readonly { readonly id: number; readonly version: bigint }[];
  /** The largest version of these cities; changes whenever the data of one of them changes. 0 without cities. */
  readonly dataVersion: number;
}

interface Row {
  readonly id: number;
  readonly city_id: number;
  readonly data_version: bigint;
}

/** Narrows every question to what the organisation may see. */
@Injectable()
export class ScopesRepository {
  constructor(private readonly database: Database) {}

  /** Everything that the organisation sees; may be empty. */
  async all(organisationId: string): Promise<Scope> {
    return scopeOf(await this.read(organisationId, undefined));
  }

  /**
   * The asked fragments, or all that the organisation sees.
   * @throws ToolError naming each fragment that does not exist or belongs to others; when nothing is visible
   */
  async resolve(organisationId: string, fragmentIds: readonly number[] | undefined): Promise<Scope> {
    const rows = await this.read(organisationId, fragmentIds);
    const found = new Set(rows.map(({ id }) => id));
    const missing = (fragmentIds ?? []).filter((id) => !found.has(id));
    if (missing.length > 0) throw unknownFragments(missing);
    if (rows.length === 0) throw nothingVisible();
    return scopeOf(rows);
  }

  private read(organisationId: string, fragmentIds: readonly number[] | undefined): Promise<Row[]> {
    return this.database.rows<Row>(
      `SELECT f.id, f.city_id, c.data_version
       FROM heat_city_access a JOIN heat_city c ON c.id = a.city_id JOIN heat_fragment f ON f.city_id = c.id
       WHERE a.organisation_id = $1 AND ($2::int[] IS NULL OR f.id = ANY($2)) ORDER BY f.id`,
      [organisationId, fragmentIds ?? null],
    );
  }
}

function scopeOf(rows: readonly Row[]): Scope {
  const cities = new Map(rows.map((row) => [row.city_id, { id: row.city_id, version: row.data_version }]));
  const versions = [...cities.values()].map(({ version }) => Number(version));
  return { fragmentIds: rows.map(({ id }) => id), cities: [...cities.values()], dataVersion: Math.max(0, ...versions) };
}
