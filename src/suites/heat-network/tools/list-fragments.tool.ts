import { credits } from '../../../kernel/index.js';
import { Tool, ToolSuite, type ToolContext } from '../../../toolkit/index.js';
import { FragmentsRepository, type FragmentSummary } from '../data/fragments.repository.js';
import { ScopesRepository } from '../data/scopes.repository.js';
import { LIST_LIMIT, round, unitsOf } from './answer.js';
import { ListFragmentsInput, ListFragmentsOutput, type FragmentOutput } from './list-fragments.dto.js';
import { listFragmentsTexts } from './list-fragments.texts.js';

@ToolSuite('heat')
export class ListFragmentsTool {
  constructor(
    private readonly scopes: ScopesRepository,
    private readonly fragments: FragmentsRepository,
  ) {}

  /** The fragments of the cities that the organisation sees; an organisation without cities gets an empty list. */
  @Tool({
    name: 'list_fragments',
    input: ListFragmentsInput,
    output: ListFragmentsOutput,
    texts: listFragmentsTexts,
    right: 'heat:read',
    price: credits(0),
    timeoutMs: 5_000,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run(_input: ListFragmentsInput, ctx: ToolContext): Promise<ListFragmentsOutput> {
    const { organisationId } = ctx.caller;
    const scope = await this.scopes.all(organisationId);
    const shown = scope.fragmentIds.slice(0, LIST_LIMIT);
    const summaries = await this.fragments.summaries(organisationId, shown);
    return {
      fragments: summaries.map(fragmentOutput),
      total: scope.fragmentIds.length,
      truncated: scope.fragmentIds.length > shown.length,
      data_version: scope.dataVersion,
      units: unitsOf(ctx.locale, {
        length_supply_m: 'metre',
        length_return_m: 'metre',
        q_design_gcal_h: 'gcalPerHour',
        tn: 'celsius',
      }),
    };
  }
}

function fragmentOutput(row: FragmentSummary): FragmentOutput {
  const { calculation_id, finished_at, mode, tn } = row;
  const calculated = calculation_id !== null && finished_at !== null && mode !== null && tn !== null;
  return {
    id: row.id,
    name: row.name,
    ...(row.source_name === null ? {} : { source_name: row.source_name }),
    nodes: row.nodes,
    lines: row.lines,
    length_supply_m: round(row.length_supply_m, 1),
    length_return_m: round(row.length_return_m, 1),
    consumers: row.consumers,
    q_design_gcal_h: round(row.q_design_gcal_h, 3),
    temp_graph: row.temp_graph,
    ...(calculated
      ? { last_calculation: { id: calculation_id, finished_at: finished_at.toISOString(), mode, tn } }
      : {}),
  };
}
