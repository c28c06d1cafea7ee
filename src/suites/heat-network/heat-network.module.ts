import { Module } from '@nestjs/common';
import { FragmentsRepository } from './data/fragments.repository.js';
import { ScopesRepository } from './data/scopes.repository.js';
import { SearchRepository } from './data/search.repository.js';
import { StatisticsRepository } from './data/statistics.repository.js';
import { Topologies } from './data/topologies.js';
import { TopologyRepository } from './data/topology.repository.js';
import { ListFragmentsTool } from './tools/list-fragments.tool.js';
import { NetworkStatisticsTool } from './tools/network-statistics.tool.js';
import { SearchNetworkTool } from './tools/search-network.tool.js';

/** The heat-network suite. It needs the `Database` of the global platform module and nothing else. */
@Module({
  providers: [
    FragmentsRepository,
    ScopesRepository,
    SearchRepository,
    StatisticsRepository,
    Topologies,
    TopologyRepository,
    ListFragmentsTool,
    NetworkStatisticsTool,
    SearchNetworkTool,
  ],
})
export class HeatNetworkModule {}
