import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildGraph } from './graph.js';
import { reachFrom } from './reach.js';

describe('buildGraph', () => {
  it('lists each edge at both of its ends, parallel ones and loops too', () => {
    const graph = buildGraph(3, Int32Array.of(0, 0, 2), Int32Array.of(1, 1, 2));
    expect([...graph.offsets]).toEqual([0, 2, 4, 6]);
    expect([...graph.neighbours]).toEqual([1, 1, 0, 0, 2, 2]);
    expect([...graph.edges]).toEqual([0, 1, 0, 1, 2, 2]);
  });

  it('hyd-dangling-end: refuses an edge whose end is no node', () => {
    expect(() => buildGraph(2, Int32Array.of(0), Int32Array.of(2))).toThrow('Edge 0 ends at 2');
    expect(() => buildGraph(2, Int32Array.of(-1), Int32Array.of(1))).toThrow(RangeError);
  });
});

describe('reachFrom', () => {
  it('reaches what repeated relaxation over all edges reaches, whatever the graph', () => {
    const node = fc.nat(11);
    const cases = fc.record({
      edges: fc.array(fc.tuple(node, node), { maxLength: 30 }),
      starts: fc.array(node, { maxLength: 3 }),
      blocked: fc.array(node, { maxLength: 4 }),
    });
    fc.assert(
      fc.property(cases, ({ edges, starts, blocked }) => {
        const graph = buildGraph(
          12,
          Int32Array.from(edges, ([a]) => a),
          Int32Array.from(edges, ([, b]) => b),
        );
        const reached = new Set(starts);
        for (let round = 0; round < 12; round++) {
          for (const [a, b] of edges) {
            if (reached.has(a) && !blocked.includes(a)) reached.add(b);
            if (reached.has(b) && !blocked.includes(b)) reached.add(a);
          }
        }
        const flags = reachFrom(graph, starts, (each) => !blocked.includes(each));
        expect([...flags].flatMap((flag, index) => (flag === 1 ? [index] : []))).toEqual(
          [...reached].sort((a, b) => a - b),
        );
      }),
    );
  });
});
