import { credits } from '../../../kernel/index.js';
import { Tool, ToolSuite, type ToolContext } from '../../../toolkit/index.js';
import { ScopesRepository, type Scope } from '../data/scopes.repository.js';
import { StatisticsRepository } from '../data/statistics.repository.js';
import { Topologies } from '../data/topologies.js';
import { unitsOf } from './answer.js';
import { closedConsumers, heatConsumption } from './consumer-statistics.js';
import { lengthRows, lengthTotals, volumes } from './length-statistics.js';
import {
  NetworkStatisticsInput,
  NetworkStatisticsOutput,
  type Figures,
  type Statistic,
} from './network-statistics.dto.js';
import { networkStatisticsTexts, STATISTIC_TITLES } from './network-statistics.texts.js';
import { STATISTIC_UNITS } from './statistic-units.js';

@ToolSuite('heat')
export class NetworkStatisticsTool {
  constructor(
    private readonly scopes: ScopesRepository,
    private readonly statistics: StatisticsRepository,
    private readonly topologies: Topologies,
  ) {}

  /**
   * One of six summaries over fragments.
   * @throws ToolError naming fragments that do not exist or are not visible
   */
  @Tool({
    name: 'network_statistics',
    input: NetworkStatisticsInput,
    output: NetworkStatisticsOutput,
    texts: networkStatisticsTexts,
    right: 'heat:read',
    price: credits(2),
    timeoutMs: 10_000,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  })
  async run({ query, fragment_ids }: NetworkStatisticsInput, ctx: ToolContext): Promise<NetworkStatisticsOutput> {
    const scope = await this.scopes.resolve(ctx.caller.organisationId, fragment_ids);
    return {
      query,
      title: STATISTIC_TITLES[query][ctx.locale],
      fragment_ids: [...scope.fragmentIds],
      ...(await this.count(query, scope)),
      data_version: scope.dataVersion,
      units: unitsOf(ctx.locale, STATISTIC_UNITS[query]),
    };
  }

  private async count(query: Statistic, scope: Scope): Promise<Figures> {
    const { fragmentIds } = scope;
    switch (query) {
      case 'length':
        return lengthTotals(await this.statistics.lengths(fragmentIds, 'none'));
      case 'volume':
        return volumes(await this.statistics.volume(fragmentIds));
      case 'length_by_diameter':
        return lengthRows(await this.statistics.lengths(fragmentIds, 'dn'));
      case 'length_by_diameter_laying':
        return lengthRows(await this.statistics.lengths(fragmentIds, 'dn_laying'));
      case 'heat_consumption':
        return heatConsumption(await this.statistics.consumption(fragmentIds));
      case 'closed_consumers':
        return this.countClosed(scope);
    }
  }

  private async countClosed({ fragmentIds, cities }: Scope): Promise<Figures> {
    const graphs = new Map(
      await Promise.all(cities.map(async ({ id, version }) => [id, await this.topologies.get(id, version)] as const)),
    );
    const consumers = await this.statistics.consumers(fragmentIds);
    return closedConsumers(consumers, ({ city_id, node_id }) => graphs.get(city_id)?.feeding(node_id) ?? 'unfed');
  }
}
