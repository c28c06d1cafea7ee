import type { Graph } from './graph.js';

/**
 * Breadth-first search from several nodes at once. A node that is not passable is reached but not passed; a start that
 * is not passable reaches only itself. O(nodes + edges).
 * @returns 1 for every reached node
 */
export function reachFrom(graph: Graph, starts: Iterable<number>, passable: (node: number) => boolean): Uint8Array {
  const reached = new Uint8Array(graph.nodes);
  const queue = new Int32Array(graph.nodes);
  let tail = 0;
  const visit = (node: number): void => {
    if (node < 0 || node >= graph.nodes || reached[node] === 1) return;
    reached[node] = 1;
    queue[tail++] = node;
  };
  for (const start of starts) visit(start);
  for (let head = 0; head < tail; head++) {
    const node = queue[head] ?? 0;
    if (!passable(node)) continue;
    const end = graph.offsets[node + 1] ?? 0;
    for (let slot = graph.offsets[node] ?? 0; slot < end; slot++) visit(graph.neighbours[slot] ?? -1);
  }
  return reached;
}
