import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/index.js';
import { PLACE_WORDS } from './search-text.js';

/** A text to compare names with. */
export interface Wanted {
  /** `normaliseSearch` of what was asked; not empty. */
  readonly text: string;
  /** The number that was asked, when it was one. */
  readonly id: number | null;
}

/** What every hit has. */
export interface Hit {
  readonly id: number;
  readonly name: string;
  readonly fragment_id: number;
  readonly type: string;
  readonly match: 'exact' | 'prefix' | 'fuzzy';
  readonly score: number;
  /** How many hits there are in all. */
  readonly total: bigint;
}
export interface LineHit extends Hit {
  readonly dn: number | null;
  readonly length_m: number;
  readonly from_name: string;
  readonly to_name: string;
}
export interface ConsumerHit extends Hit {
  readonly address: string;
  readonly q_total_gcal_h: number;
  readonly floors: number;
  readonly contact_name: string | null;
  readonly contact_phone: string | null;
  readonly account_no: string | null;
}

const SIMILAR = 0.3;

/**
 * The score of a name against the parameters $n..$n+3 (id, equal texts, LIKE patterns, text), or NULL: 1 for an equal id
 * or name, 0.8 to 0.99 by the matched share for a beginning, 0.8 x trigram similarity (from 0.3) for the rest. So
 * exact > prefix > fuzzy in one number. Three decimals. `alike` is the similarity, computed once a row.
 */
function scoreSql(id: string, name: string, alike: string, n: number): string {
  const [wantedId, equal, patterns, text] = numbered(n);
  return `round(CASE
    WHEN ${id} = ${wantedId}::int OR ${name} = ANY(${equal}::text[]) THEN 1
    WHEN ${name} LIKE ANY(${patterns}::text[]) THEN 0.8 + 0.19 * char_length(${text}::text) / char_length(${name})
    WHEN ${alike} >= ${String(SIMILAR)} THEN 0.8 * ${alike}::numeric
  END, 3)::float8`;
}

/** What can score at all, in a form that the trigram index answers; `%` means a similarity from 0.3 (pg_trgm's default). */
function candidatesSql(id: string, name: string, n: number): string {
  const [wantedId, , patterns, text] = numbered(n);
  const beginnings = [1, 2, 3, 4].map((place) => `${name} LIKE (${patterns}::text[])[${String(place)}]`);
  return `(${id} = ${wantedId}::int OR ${name} % ${text}::text OR ${beginnings.join(' OR ')})`;
}

function numbered(n: number): [id: string, equal: string, patterns: string, text: string] {
  return [`$${String(n)}`, `$${String(n + 1)}`, `$${String(n + 2)}`, `$${String(n + 3)}`];
}

/** Names are compared as asked and with each place word before them: `абая 12` equals `проспект абая 12`. */
function parameters({ text, id }: Wanted): unknown[] {
  const forms = [text, ...PLACE_WORDS.map((word) => `${word} ${text}`)];
  return [id, forms, forms.map((form) => `${form}%`), text];
}

const MATCH = `CASE WHEN score = 1 THEN 'exact' WHEN score > 0.8 THEN 'prefix' ELSE 'fuzzy' END AS match`;
const BEST_FIRST = 'ORDER BY score DESC, id LIMIT $2';

// OFFSET 0 keeps the planner from merging the levels and computing the similarity at each mention.
const NODES = `SELECT *, ${MATCH}, count(*) OVER () AS total FROM (
  SELECT id, name, fragment_id, type, ${scoreSql('id', 'search_name', 'alike', 4)} AS score
  FROM (SELECT *, similarity(search_name, $7::text) AS alike FROM heat_node
        WHERE fragment_id = ANY($1) AND ($3::text IS NULL OR type = $3) AND ${candidatesSql('id', 'search_name', 4)}
        OFFSET 0) node) hit
WHERE score IS NOT NULL ${BEST_FIRST}`;

const CONSUMERS = `SELECT *, ${MATCH}, count(*) OVER () AS total FROM (
  SELECT id, name, fragment_id, type, address, q_heat + q_vent + q_dhw_avg AS q_total_gcal_h, floors,
         contact_name, contact_phone, account_no, ${scoreSql('id', 'search_address', 'alike', 3)} AS score
  FROM (SELECT n.id, n.name, n.fragment_id, n.type, c.*, similarity(c.search_address, $6::text) AS alike
        FROM heat_consumer c JOIN heat_node n ON n.id = c.node_id
        WHERE n.fragment_id = ANY($1) AND ${candidatesSql('c.node_id', 'c.search_address', 3)} OFFSET 0) consumer) hit
WHERE score IS NOT NULL ${BEST_FIRST}`;

// A line's ends may lie in another fragment of its city than the line.
const CITY_NODES = `heat_node WHERE fragment_id IN (
  SELECT f.id FROM heat_fragment f JOIN heat_fragment asked ON asked.city_id = f.city_id WHERE asked.id = ANY($1)) OFFSET 0`;
const LINE_FIELDS = `l.id, a.name || ' — ' || b.name AS name, l.fragment_id, l.pipe AS type, l.dn_mm AS dn, l.length_m,
  a.name AS from_name, b.name AS to_name`;
const LINES = `heat_line l JOIN ends a ON a.id = l.from_node_id JOIN ends b ON b.id = l.to_node_id
  WHERE l.fragment_id = ANY($1)`;

// One text: the better end counts, or the line's own id.
const LINES_BY_ONE_END = `WITH ends AS MATERIALIZED (
  SELECT id, name, ${scoreSql('NULL::int', 'search_name', 'alike', 3)} AS score
  FROM (SELECT id, name, search_name, similarity(search_name, $6::text) AS alike FROM ${CITY_NODES}) node)
SELECT *, ${MATCH}, count(*) OVER () AS total FROM (
  SELECT ${LINE_FIELDS}, CASE WHEN l.id = $3 THEN 1 ELSE greatest(a.score, b.score) END AS score FROM ${LINES}) hit
WHERE score IS NOT NULL ${BEST_FIRST}`;

// Two texts: both ends must match, in the better of the two orders; the mean is the score, the weaker end names the match.
const LINES_BY_BOTH_ENDS = `WITH ends AS MATERIALIZED (
  SELECT id, name, ${scoreSql('id', 'search_name', 'alike', 3)} AS one, ${scoreSql('id', 'search_name', 'alike2', 7)} AS two
  FROM (SELECT id, name, search_name, similarity(search_name, $6::text) AS alike, similarity(search_name, $10::text) AS alike2
        FROM ${CITY_NODES}) node),
pairs AS (SELECT ${LINE_FIELDS}, a.one + b.two AS ahead, b.one + a.two AS back,
                 least(a.one, b.two) AS ahead_weaker, least(b.one, a.two) AS back_weaker FROM ${LINES})
SELECT id, name, fragment_id, type, dn, length_m, from_name, to_name, score, count(*) OVER () AS total,
       CASE WHEN weaker = 1 THEN 'exact' WHEN weaker > 0.8 THEN 'prefix' ELSE 'fuzzy' END AS match
FROM (SELECT *, round((greatest(ahead, back) / 2)::numeric, 3)::float8 AS score,
             CASE WHEN ahead IS NULL OR back > ahead THEN back_weaker ELSE ahead_weaker END AS weaker FROM pairs) hit
WHERE score IS NOT NULL ${BEST_FIRST}`;

/** Finds objects by id or name; best first, then by id. */
@Injectable()
export class SearchRepository {
  constructor(private readonly database: Database) {}

  /** Nodes of all types, or of one. */
  nodes(fragmentIds: readonly number[], wanted: Wanted, type: string | null, limit: number): Promise<Hit[]> {
    return this.database.rows<Hit>(NODES, [fragmentIds, limit, type, ...parameters(wanted)]);
  }

  consumers(fragmentIds: readonly number[], wanted: Wanted, limit: number): Promise<ConsumerHit[]> {
    return this.database.rows<ConsumerHit>(CONSUMERS, [fragmentIds, limit, ...parameters(wanted)]);
  }

  /** Lines by one end (or their own id), or by both ends in either order. */
  lines(fragmentIds: readonly number[], wanted: Wanted, other: Wanted | undefined, limit: number): Promise<LineHit[]> {
    if (!other) return this.database.rows<LineHit>(LINES_BY_ONE_END, [fragmentIds, limit, ...parameters(wanted)]);
    const values = [fragmentIds, limit, ...parameters(wanted), ...parameters(other)];
    return this.database.rows<LineHit>(LINES_BY_BOTH_ENDS, values);
  }
}
