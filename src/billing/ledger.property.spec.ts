import { expect, it } from '@jest/globals';
import { exploreLedger } from '../../test/support/ledger/explore.js';

/** How many operations the run makes at least. */
const OPERATIONS = Number(process.env.LEDGER_OPS ?? 3_000);
const SEED = Number(process.env.LEDGER_SEED ?? Date.now() % 2_147_483_647);

it(
  `the ledger does what its model does and keeps its invariants (seed ${String(SEED)})`,
  async () => {
    for (let round = 0, operations = 0; operations < OPERATIONS; round += 1) {
      const run = await exploreLedger({ seed: SEED + round, runs: 10 });
      expect(run.failure).toBeUndefined();
      operations += run.operations;
    }
  },
  60_000 + OPERATIONS * 50,
);
