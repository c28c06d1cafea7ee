export { findFeeding, type Feeding } from './feeding.js';
export { PIPES, type Topology } from './topology.js';
