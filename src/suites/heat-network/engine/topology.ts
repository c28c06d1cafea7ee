/** The numbers of pipes in `Topology.linePipe`. */
export const PIPES = ['supply', 'return', 'dhw_supply', 'dhw_circ'] as const;

/** A city's network as numbers: what the graph tools need, about 0.5 MB for 20 000 lines. Nodes are numbered 0..n-1. */
export interface Topology {
  /** The id of each node. */
  readonly nodeIds: Int32Array;
  /** The number of a node id. */
  readonly numberOf: ReadonlyMap<number, number>;
  /** 1 when the node is in service. */
  readonly nodeInService: Uint8Array;
  readonly lineFrom: Int32Array;
  readonly lineTo: Int32Array;
  /** Index into `PIPES`. */
  readonly linePipe: Uint8Array;
  /** 1 when the line is in service. */
  readonly lineInService: Uint8Array;
  /** Numbers of the source nodes. */
  readonly sources: Int32Array;
  /** 1 where a closed valve cuts the supply pipe, the return pipe. */
  readonly shutSupply: Uint8Array;
  readonly shutReturn: Uint8Array;
}
