import { Injectable } from '@nestjs/common';
import { findFeeding, type Feeding, type Topology } from '../engine/index.js';
import { TopologyRepository } from './topology.repository.js';

/** A city's graph and what follows from it. */
interface CityGraph {
  readonly topology: Topology;
  /** How a node id is fed; a node that the city does not have is `unfed`. */
  readonly feeding: (nodeId: number) => Feeding;
}

interface Entry {
  readonly version: bigint;
  readonly graph: Promise<CityGraph>;
}

const MOST_CITIES = 8;

/** Graphs of the cities in use, one for each data version; the longest unused one goes first. */
@Injectable()
export class Topologies {
  private readonly entries = new Map<number, Entry>();

  constructor(private readonly repository: TopologyRepository) {}

  /** The graph of a city at a version; read from the database once. */
  get(cityId: number, version: bigint): Promise<CityGraph> {
    const known = this.entries.get(cityId);
    this.entries.delete(cityId);
    const entry = known?.version === version ? known : { version, graph: this.build(cityId) };
    this.entries.set(cityId, entry);
    // A failed load must not be remembered.
    entry.graph.catch(() => {
      if (this.entries.get(cityId) === entry) this.entries.delete(cityId);
    });
    for (const [oldest] of this.entries) {
      if (this.entries.size <= MOST_CITIES) break;
      this.entries.delete(oldest);
    }
    return entry.graph;
  }

  private async build(cityId: number): Promise<CityGraph> {
    const topology = await this.repository.load(cityId);
    const feedingOf = findFeeding(topology);
    const feeding = (nodeId: number): Feeding => {
      const number = topology.numberOf.get(nodeId);
      return number === undefined ? 'unfed' : feedingOf(number);
    };
    return { topology, feeding };
  }
}
