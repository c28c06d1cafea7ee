import { randomUUID } from 'node:crypto';

const SECONDS = Number(process.env.BENCH_LEDGER_SECONDS ?? 6);
const CREDIT = 1_000_000n;

/** Pairs of hold and capture on one account: every call in a round of its own, then in shared rounds. */
export async function ledgerBench(url) {
  const { Database } = await import('../../src/platform/database/index.ts');
  const { CallsRepository } = await import('../../src/calls/calls.repository.ts');
  const { Lane, Round } = await import('../../src/calls/round.ts');
  const database = new Database({ url, poolMax: 32 });
  const repository = new CallsRepository(database);
  const account = randomUUID();
  const organisation = randomUUID();
  await database.rows("INSERT INTO account (id, organisation_id, kind) VALUES ($1, $2, 'customer')", [
    account,
    organisation,
  ]);
  await database.rows("SELECT billing_grant($1, $2, 'paid', 'bench', $3, 100, now() - interval '1 hour', NULL)", [
    randomUUID(),
    account,
    1_000_000_000n * CREDIT,
  ]);

  const admission = () => {
    const callId = randomUUID();
    const record = { action: 'tool.call', tool: 'bench', call_id: callId, organisation_id: organisation };
    return {
      callId,
      organisationId: organisation,
      userId: organisation,
      accountId: account,
      tool: 'bench',
      amount: CREDIT,
      lifetimeMs: 30_000,
      windows: [],
      record,
    };
  };
  const settlement = (call) => ({
    callId: call.callId,
    userId: organisation,
    registered: true,
    outcome: 'success',
    capture: CREDIT,
    record: { ...call.record, outcome: 'success' },
  });
  async function run(workers, admit, settle) {
    let pairs = 0;
    const started = performance.now();
    await Promise.all(
      Array.from({ length: workers }, async () => {
        while (performance.now() - started < SECONDS * 1_000) {
          const call = admission();
          const answer = await admit(call);
          if (answer.status !== 'accepted') throw new Error(answer.status);
          await settle(settlement(call));
          pairs += 1;
        }
      }),
    );
    return { workers, perSecond: pairs / ((performance.now() - started) / 1_000) };
  }
  const lane = new Lane(1);
  const round = (send) => new Round({ most: 100, lane, gatherMs: 2, isItemFault: () => false, send });
  const admissions = round((items) => repository.admit(items, 'bench'));
  const settlements = round((items) => repository.settle(items, 'bench'));
  const alone = [
    async (call) => (await repository.admit([call], 'bench'))[0],
    async (end) => (await repository.settle([end], 'bench'))[0],
  ];
  const ungrouped = [];
  for (const workers of [8, 32]) ungrouped.push(await run(workers, ...alone));
  const grouped = [];
  for (const workers of [64, 256])
    grouped.push(
      await run(
        workers,
        (call) => admissions.push(call),
        (end) => settlements.push(end),
      ),
    );
  const differences = await database.rows('SELECT * FROM billing_reconcile()');
  if (differences.length > 0) throw new Error(`The ledger does not reconcile: ${JSON.stringify(differences[0])}`);
  await database.close();
  return { seconds: SECONDS, ungrouped, grouped };
}
