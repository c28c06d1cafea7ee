import { describe, expect, it } from '@jest/globals';
import { findFeeding } from './feeding.js';
import type { Topology } from './topology.js';

interface Sketch {
  readonly nodes: number;
  readonly pairs: readonly (readonly [number, number])[];
  readonly shutSupply?: readonly number[];
  readonly shutReturn?: readonly number[];
  readonly deadLines?: readonly number[];
  readonly deadNodes?: readonly number[];
  readonly sources?: readonly number[];
}

/** Line 2n is the supply of pair n, line 2n+1 its return; node 0 is the source. */
function sketch({
  nodes,
  pairs,
  shutSupply = [],
  shutReturn = [],
  deadLines = [],
  deadNodes = [],
  sources = [0],
}: Sketch): Topology {
  const flags = (length: number, set: readonly number[], value: 0 | 1): Uint8Array =>
    Uint8Array.from({ length }, (_, index) => (set.includes(index) ? value : 1 - value));
  const ends = pairs.flatMap((pair) => [pair, pair]);
  return {
    nodeIds: Int32Array.from({ length: nodes }, (_, index) => index + 100),
    numberOf: new Map(Array.from({ length: nodes }, (_, index) => [index + 100, index])),
    nodeInService: flags(nodes, deadNodes, 0),
    lineFrom: Int32Array.from(ends, ([from]) => from),
    lineTo: Int32Array.from(ends, ([, to]) => to),
    linePipe: Uint8Array.from(ends, (_, index) => index % 2),
    lineInService: flags(ends.length, deadLines, 0),
    sources: Int32Array.from(sources),
    shutSupply: flags(nodes, shutSupply, 1),
    shutReturn: flags(nodes, shutReturn, 1),
  };
}

describe('findFeeding', () => {
  const chain = {
    nodes: 4,
    pairs: [
      [0, 1],
      [1, 2],
      [2, 3],
    ] as const,
  };
  const states = (drawn: Sketch): string[] => {
    const feeding = findFeeding(sketch(drawn));
    return Array.from({ length: drawn.nodes }, (_, node) => feeding(node));
  };

  it('feeds everything along open pipes', () => {
    expect(states(chain)).toEqual(['fed', 'fed', 'fed', 'fed']);
  });

  it('hyd-closed-valve-pressure: what lies behind a closed valve is cut off, the valve itself is not', () => {
    expect(states({ ...chain, shutSupply: [1], shutReturn: [1] })).toEqual(['fed', 'fed', 'valve', 'valve']);
  });

  it('hyd-closed-valve-pressure: a ring closed at one valve is fed from its other side', () => {
    const ring = {
      nodes: 4,
      pairs: [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
      ] as const,
    };
    expect(states({ ...ring, shutSupply: [1], shutReturn: [1] })).toEqual(['fed', 'fed', 'fed', 'fed']);
  });

  it.each([{ shutSupply: [1] }, { shutReturn: [1] }])('needs both pipes: one shut pipe cuts off (%j)', (shut) => {
    expect(states({ ...chain, ...shut })[3]).toBe('valve');
  });

  it('hyd-island-with-demand: an island and a network without a source are unfed, never left out', () => {
    expect(
      states({
        nodes: 4,
        pairs: [
          [0, 1],
          [2, 3],
        ],
      }),
    ).toEqual(['fed', 'fed', 'unfed', 'unfed']);
    expect(states({ ...chain, sources: [] })).toEqual(['unfed', 'unfed', 'unfed', 'unfed']);
  });

  it('does not pass lines and nodes out of service, and no opened valve would help there', () => {
    expect(states({ ...chain, deadLines: [3] })).toEqual(['fed', 'fed', 'unfed', 'unfed']);
    expect(states({ ...chain, deadNodes: [1] })[2]).toBe('unfed');
    expect(states({ ...chain, deadLines: [3], shutSupply: [1] })[3]).toBe('unfed');
  });
});
