import { credits } from '../../../kernel/index.js';
import { Tool, ToolSuite, type ToolContext } from '../../../toolkit/index.js';
import { ScopesRepository } from '../data/scopes.repository.js';
import { SearchRepository, type ConsumerHit, type Hit, type LineHit, type Wanted } from '../data/search.repository.js';
import { normaliseSearch } from '../data/search-text.js';
import { text2NotUsed, textRequired, textWithoutWords } from '../heat-network.errors.js';
import { LARGEST_ID, LIST_LIMIT, round, unitsOf, type Unit } from './answer.js';
import {
  SearchNetworkInput,
  SearchNetworkOutput,
  type SearchItemOutput,
  type SearchKind,
} from './search-network.dto.js';
import { searchNetworkTexts } from './search-network.texts.js';

const UNITS: Readonly<Record<SearchKind, Readonly<Record<string, Unit>>>> = {
  node: {},
  source: {},
  line: { dn: 'millimetre', length_m: 'metre' },
  consumer: { q_total_gcal_h: 'gcalPerHour' },
};

@ToolSuite('heat')
export class SearchNetworkTool {
  constructor(
    private readonly scopes: ScopesRepository,
    private readonly search: SearchRepository,
  ) {}

  /**
   * The best hits for a text, at most 200.
   * @throws ToolError for a text without letters and digits, a needless `text2`, an unknown fragment
   */
  @Tool({
    name: 'search_network',
    input: SearchNetworkInput,
    output: SearchNetworkOutput,
    texts: searchNetworkTexts,
    right: 'heat:read',
    price: credits(1),
    timeoutMs: 5_000,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run(input: SearchNetworkInput, ctx: ToolContext): Promise<SearchNetworkOutput> {
    const texts = readTexts(input);
    const asked = input.fragment_id === undefined ? undefined : [input.fragment_id];
    const scope = await this.scopes.resolve(ctx.caller.organisationId, asked);
    const { items, total } = await this.find(input.kind, scope.fragmentIds, texts);
    return {
      kind: input.kind,
      total,
      truncated: total > items.length,
      items,
      data_version: scope.dataVersion,
      units: unitsOf(ctx.locale, UNITS[input.kind]),
    };
  }

  private async find(kind: SearchKind, fragmentIds: readonly number[], { text, text2 }: Texts): Promise<Found> {
    if (kind === 'line') {
      const other = text2 === undefined ? undefined : wanted(text2);
      return found(await this.search.lines(fragmentIds, wanted(text), other, LIST_LIMIT), lineItem);
    }
    if (kind === 'consumer') {
      const whole = wanted(text2 === undefined ? text : `${text} ${text2}`);
      return found(await this.search.consumers(fragmentIds, whole, LIST_LIMIT), consumerItem);
    }
    const type = kind === 'source' ? 'source' : null;
    return found(await this.search.nodes(fragmentIds, wanted(text), type, LIST_LIMIT), commonFields);
  }
}

interface Texts {
  readonly text: string;
  readonly text2: string | undefined;
}
interface Found {
  readonly items: SearchItemOutput[];
  readonly total: number;
}

function readTexts({ kind, text, text2 }: SearchNetworkInput): Texts {
  if (text === '') throw textRequired();
  if (normaliseSearch(text) === '') throw textWithoutWords('text');
  if (text2 === undefined || text2 === '') return { text, text2: undefined };
  if (kind !== 'line' && kind !== 'consumer') throw text2NotUsed(kind);
  if (normaliseSearch(text2) === '') throw textWithoutWords('text2');
  return { text, text2 };
}

function wanted(text: string): Wanted {
  const number = /^\d{1,10}$/.test(text.trim()) ? Number(text) : 0;
  return { text: normaliseSearch(text), id: number >= 1 && number <= LARGEST_ID ? number : null };
}

function found<H extends Hit>(hits: readonly H[], item: (hit: H) => SearchItemOutput): Found {
  return { items: hits.map(item), total: Number(hits[0]?.total ?? 0) };
}

function commonFields({ id, name, fragment_id, type, match, score }: Hit): Omit<Hit, 'total'> {
  return { id, name, fragment_id, type, match, score };
}

function lineItem(hit: LineHit): SearchItemOutput {
  const { dn, length_m, from_name, to_name } = hit;
  return { ...commonFields(hit), ...(dn === null ? {} : { dn }), length_m: round(length_m, 2), from_name, to_name };
}

function consumerItem(hit: ConsumerHit): SearchItemOutput {
  const { address, q_total_gcal_h, floors, contact_name, contact_phone, account_no } = hit;
  return {
    ...commonFields(hit),
    address,
    q_total_gcal_h: round(q_total_gcal_h, 4),
    floors,
    ...(contact_name === null ? {} : { contact_name }),
    ...(contact_phone === null ? {} : { contact_phone }),
    ...(account_no === null ? {} : { account_no }),
  };
}
