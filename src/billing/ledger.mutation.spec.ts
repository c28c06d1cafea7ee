import { describe, expect, it } from '@jest/globals';
import { exploreLedger } from '../../test/support/ledger/explore.js';
import type { Database } from '../platform/index.js';

const SEED = 20_261_130;
const RUNS = 40;

/** What, in which function, is broken: a piece of its text and what stands there instead. */
type Mutation = readonly [why: string, name: string, from: string, to: string];

const MUTATIONS: readonly Mutation[] = [
  [
    '1: entries do not sum to 0',
    'billing_expire',
    "'00000000-0000-7000-8000-000000000003', v_grant.id, v_left)",
    "'00000000-0000-7000-8000-000000000003', v_grant.id, v_left - 1)",
  ],
  [
    '2: a hold of more than is free',
    'billing_hold',
    'granted := v_item.amount <= v_free',
    'granted := v_item.amount <= v_free + 1',
  ],
  ['2: credits that have expired are spent', 'billing_hold', 'AND (g.expires_at IS NULL OR g.expires_at > p_now)', ''],
  ['2: credits are spent before their time', 'billing_hold', 'AND g.effective_at <= p_now', ''],
  ['3: a hold ends twice', 'billing_end_holds', "h.id = u.id AND h.state = 'held'", 'h.id = u.id'],
  [
    '3: a capture above the hold',
    'billing_end_holds',
    'least(greatest(u.capture, 0), h.amount)',
    'greatest(u.capture, 0)',
  ],
  [
    '4: a release costs something',
    'billing_end_holds',
    'least(greatest(u.capture, 0), h.amount)',
    'least(greatest(u.capture, 1), h.amount)',
  ],
  [
    '5: another order of draw-down',
    'billing_hold',
    'g.priority, g.expires_at NULLS LAST',
    'g.priority, g.expires_at NULLS FIRST',
  ],
  ['5: the last grants pay first', 'billing_end_holds', 'ORDER BY p.no', 'ORDER BY p.no DESC'],
  [
    '6: expiry takes held credits',
    'billing_expire',
    'SET remaining = 0, expired = expired + v_left',
    'SET remaining = 0, held = 0, expired = expired + v_left + held',
  ],
  ['7: the balance forgets a capture', 'billing_end_holds', 'posted = a.posted - s.captured', 'posted = a.posted'],
  [
    '7: the balance is more than its entries',
    'billing_grant',
    'SET posted = posted + p_amount',
    'SET posted = posted + 2 * p_amount',
  ],
  ['a lock is missing', 'billing_hold', 'ORDER BY a.id FOR UPDATE', 'ORDER BY a.id'],
  ['8: a source grants again', 'billing_grant', 'IF FOUND THEN', 'IF false THEN'],
];

async function mutate(database: Database, [, name, from, to]: Mutation): Promise<void> {
  const [row] = await database.rows<{ text: string }>('SELECT pg_get_functiondef($1::regproc) AS text', [name]);
  const text = row?.text ?? '';
  if (!text.includes(from)) throw new Error(`${name} no longer says: ${from}`);
  await database.rows(text.replaceAll(from, to));
}

describe('the property test sees the ledger broken', () => {
  it.each(MUTATIONS)(
    '%s (%s)',
    async (...mutation) => {
      const run = await exploreLedger({
        seed: SEED,
        runs: RUNS,
        shrink: false,
        prepare: (database) => mutate(database, mutation),
      });
      expect(run.failure).toBeDefined();
      expect(run.failure).not.toContain('no longer says');
    },
    120_000,
  );
});
