import { buildGraph } from './graph.js';
import { reachFrom } from './reach.js';
import type { Topology } from './topology.js';

/** Whether heat gets to a node: over open pipes, only if a closed valve were opened, or not at all. */
export type Feeding = 'fed' | 'valve' | 'unfed';

const SUPPLY = 0;
const RETURN = 1;

/**
 * Finds out how each node is fed. A node is fed when it has an open path to a source on the supply and on the return
 * pipe; `valve` when only closed valves are in the way; `unfed` when there is no path in service even past them.
 */
export function findFeeding(topology: Topology): (node: number) => Feeding {
  const supply = reachOnPipe(topology, SUPPLY, topology.shutSupply);
  const back = reachOnPipe(topology, RETURN, topology.shutReturn);
  return (node) => {
    if (supply.open[node] === 1 && back.open[node] === 1) return 'fed';
    return supply.anyValves[node] === 1 && back.anyValves[node] === 1 ? 'valve' : 'unfed';
  };
}

function reachOnPipe(topology: Topology, pipe: number, shut: Uint8Array): { open: Uint8Array; anyValves: Uint8Array } {
  const { nodeIds, lineFrom, lineTo, linePipe, lineInService, nodeInService, sources } = topology;
  const inUse = (line: number): boolean => linePipe[line] === pipe && lineInService[line] === 1;
  const graph = buildGraph(nodeIds.length, lineFrom, lineTo, inUse);
  return {
    open: reachFrom(graph, sources, (node) => nodeInService[node] === 1 && shut[node] === 0),
    anyValves: reachFrom(graph, sources, (node) => nodeInService[node] === 1),
  };
}
