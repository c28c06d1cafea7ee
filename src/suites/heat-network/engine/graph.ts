/** An undirected graph in compressed sparse rows: the neighbours of node `i` lie at `offsets[i] .. offsets[i + 1] - 1`. */
export interface Graph {
  readonly nodes: number;
  /** Length `nodes + 1`. */
  readonly offsets: Int32Array;
  /** The node at the other end. */
  readonly neighbours: Int32Array;
  /** The edge that leads there. */
  readonly edges: Int32Array;
}

/**
 * Builds the graph of the edges that `use` accepts; ends are node numbers, 0..nodes-1.
 * @throws RangeError when an end is no node
 */
export function buildGraph(
  nodes: number,
  from: Int32Array,
  to: Int32Array,
  use: (edge: number) => boolean = () => true,
): Graph {
  const offsets = new Int32Array(nodes + 1);
  const used: number[] = [];
  for (let edge = 0; edge < from.length; edge++) {
    if (!use(edge)) continue;
    used.push(edge);
    for (const end of [at(from, edge), at(to, edge)]) {
      if (end < 0 || end >= nodes)
        throw new RangeError(`Edge ${String(edge)} ends at ${String(end)}, which is no node`);
      offsets[end + 1] = at(offsets, end + 1) + 1;
    }
  }
  for (let node = 0; node < nodes; node++) offsets[node + 1] = at(offsets, node + 1) + at(offsets, node);
  const next = offsets.slice(0, nodes);
  const neighbours = new Int32Array(used.length * 2);
  const edges = new Int32Array(used.length * 2);
  const place = (here: number, other: number, edge: number): void => {
    const slot = at(next, here);
    neighbours[slot] = other;
    edges[slot] = edge;
    next[here] = slot + 1;
  };
  for (const edge of used) {
    place(at(from, edge), at(to, edge), edge);
    place(at(to, edge), at(from, edge), edge);
  }
  return { nodes, offsets, neighbours, edges };
}

function at(array: Int32Array, index: number): number {
  return array[index] ?? 0;
}
