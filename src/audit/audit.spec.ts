import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { FixedClock } from '../../test/support/time.js';
import { microCredits } from '../kernel/index.js';
import { AuditQuery, AuditWriter, UsageRepository, type AuditFilter } from './index.js';
import { AuditRepository } from './audit.repository.js';

const clock = new FixedClock();
let test: TestDatabase;
let repository: AuditRepository;
let writer: AuditWriter;
let query: AuditQuery;
beforeAll(async () => {
  test = await createTestDatabase();
  repository = new AuditRepository(test.database);
  writer = new AuditWriter(repository, clock);
  query = new AuditQuery(test.database);
});
afterAll(async () => test.drop());

/** Both records of a call, as admission and settlement write them. */
async function call(organisationId: string, userId: string, more: Record<string, unknown> = {}): Promise<string> {
  const callId = randomUUID();
  const common = {
    at: clock.now().toISOString(),
    action: 'tool.call',
    organisation_id: organisationId,
    call_id: callId,
    user_id: userId,
    credential_kind: 'api_key',
    credential_id: 'key-1',
    surface: 'main',
    tool: 'search_network',
    ip: '10.0.0.7',
  };
  const said = {
    args: { q: 'Абая 12' },
    args_digest: 'd1',
    client_name: 'cli',
    user_agent: 'curl/8',
    scopes: ['tools'],
  };
  await repository.append({ ...common, ...said, stage: 'accepted', held: '3000000', price_id: '5' });
  const end = { stage: 'terminal', outcome: 'success', captured: '2000000', released: '1000000', duration_ms: 12 };
  await repository.append({ ...common, ...end, ...more });
  return callId;
}

async function idsOf(filter: AuditFilter): Promise<bigint[]> {
  return (await query.page(filter, 100)).rows.map((row) => row.id);
}

describe('AuditWriter', () => {
  it('records who did what, from where and when', async () => {
    const actor = { organisationId: randomUUID(), userId: randomUUID() };
    await writer.record({
      action: 'key_created',
      actor,
      ip: '10.1.2.3',
      userAgent: 'curl/8',
      targetId: 'key-9',
      details: { scopes: ['tools'] },
    });
    const { rows } = await query.page({ organisationId: actor.organisationId }, 10);
    expect(rows).toMatchObject([
      {
        at: clock.now(),
        stage: 'event',
        action: 'key_created',
        user_id: actor.userId,
        outcome: 'success',
        ip: '10.1.2.3',
        user_agent: 'curl/8',
        details: { target_id: 'key-9', scopes: ['tools'] },
      },
    ]);
  });

  it('takes an action that failed for a denied one, also when nobody is known', async () => {
    await writer.record({ action: 'login_failed', ip: '10.1.2.4' });
    const { rows } = await query.page({ organisationId: null, action: 'login_failed' }, 10);
    expect(rows).toMatchObject([{ outcome: 'denied', organisation_id: null, user_id: null }]);
  });

  it('aud-control-chars, aud-nul-breaks-insert: stores no control or bidirectional character and cuts on a code point', async () => {
    const actor = { organisationId: randomUUID(), userId: randomUUID() };
    const wild = 'a\u0000b\u001b]0;x\u0007\u001b[2J\u0085\u2028\u2029\u202e\u007f\ud83d';
    const long = `${'я'.repeat(498)}🔥${'я'.repeat(1_000_000)}`;
    await writer.record({ action: 'key_created', actor, userAgent: wild, details: { [wild]: wild, list: [{ long }] } });
    const { rows } = await query.page({ organisationId: actor.organisationId }, 1);
    const stored = JSON.stringify([rows[0]?.user_agent, rows[0]?.details]);
    expect(stored).not.toMatch(/\\u|[\p{Cc}\p{Cs}\u2028-\u202e]/u);
    expect(stored).toContain(`${'я'.repeat(498)}\ufffd…`);
    expect(stored.length).toBeLessThan(1_500);
  });

  it('hides secrets by their names and by their look', async () => {
    const actor = { organisationId: randomUUID(), userId: randomUUID() };
    const key = `tpk_live_${'a'.repeat(38)}`;
    await writer.record({
      action: 'key_created',
      actor,
      details: { password: 'hunter2', nested: { note: `key ${key}` } },
    });
    const { rows } = await query.page({ organisationId: actor.organisationId }, 1);
    const stored = JSON.stringify(rows[0]?.details);
    expect(stored).toContain('nested');
    expect(stored).not.toMatch(/hunter2|tpk_live_a/);
  });

  it('replaces details that are too large instead of refusing the record', async () => {
    const actor = { organisationId: randomUUID(), userId: randomUUID() };
    const details = { list: Array.from({ length: 100 }, () => 'x'.repeat(400)) };
    await writer.record({ action: 'key_created', actor, details });
    expect((await query.page({ organisationId: actor.organisationId }, 1)).rows[0]?.details).toEqual({
      truncated: true,
    });
  });

  it('aud-write-failure: says that the log is unavailable when the record cannot be written', async () => {
    await test.database.rows(
      'ALTER TABLE audit_record ADD CONSTRAINT unwritable CHECK (action <> $$blocked$$) NOT VALID',
    );
    await expect(writer.record({ action: 'blocked' })).rejects.toMatchObject({ code: 'audit_unavailable' });
    await expect(writer.record({ action: 'allowed' })).resolves.toBeUndefined();
  });
});

it('a record is neither changed nor deleted', async () => {
  await writer.record({ action: 'login' });
  await expect(test.database.rows(`UPDATE audit_record SET action = 'x'`)).rejects.toMatchObject({ code: '23001' });
  await expect(test.database.rows('DELETE FROM audit_record')).rejects.toMatchObject({ code: '23001' });
  await expect(test.database.rows('TRUNCATE audit_record')).rejects.toMatchObject({ code: '23001' });
});

describe('AuditQuery', () => {
  const organisationId = randomUUID();
  const userId = randomUUID();
  let callId: string;
  let failed: string;
  beforeAll(async () => {
    await test.database.rows(`INSERT INTO organisation (id, name, plan_code) VALUES ($1, 'Теплосеть', 'FREE')`, [
      organisationId,
    ]);
    await test.database.rows(
      `INSERT INTO app_user (id, organisation_id, email, name, password_hash, password_changed_at) VALUES ($1, $2, 'anna@example.com', 'Анна', '', now())`,
      [userId, organisationId],
    );
    callId = await call(organisationId, userId);
    clock.advance(60_000);
    failed = await call(organisationId, userId, {
      outcome: 'timeout',
      captured: '0',
      released: '3000000',
      denial_rule: '100%_sure',
    });
    await call(randomUUID(), userId);
    await writer.record({ action: 'login', actor: { organisationId, userId } });
  });

  it('shows the arguments, the client and the person in the terminal record of a call', async () => {
    const { rows } = await query.page({ organisationId, callId, stage: 'terminal' }, 10);
    expect(rows).toMatchObject([
      {
        args: { q: 'Абая 12' },
        args_digest: 'd1',
        client_name: 'cli',
        user_agent: 'curl/8',
        scopes: ['tools'],
        price_id: 5n,
        captured: 2_000_000n,
        user_name: 'Анна',
        user_email: 'anna@example.com',
      },
    ]);
  });

  it('never shows a record of another organisation', async () => {
    const { rows } = await query.page({ organisationId }, 100);
    expect(rows).toHaveLength(5);
    expect(new Set(rows.map((row) => row.organisation_id))).toEqual(new Set([organisationId]));
  });

  it.each<[string, () => Omit<AuditFilter, 'organisationId'>, number]>([
    ['from', () => ({ from: clock.now() }), 3],
    ['to', () => ({ to: clock.now() }), 2],
    ['user', () => ({ userId: randomUUID() }), 0],
    ['credential', () => ({ credentialId: 'key-1' }), 4],
    ['tool', () => ({ tool: 'search_network' }), 4],
    ['outcome', () => ({ outcome: 'timeout' }), 1],
    ['surface', () => ({ surface: 'rest' }), 0],
    ['stage', () => ({ stage: 'event' }), 1],
    ['action', () => ({ action: 'login' }), 1],
    ['call', () => ({ callId: failed }), 2],
    ['ip', () => ({ ip: '10.0.0.7' }), 4],
    ['least charge', () => ({ minCharge: microCredits(2_000_000n) }), 1],
    ['most charge', () => ({ maxCharge: microCredits(1_999_999n) }), 1],
    ['text in arguments of both records', () => ({ text: 'абая' }), 4],
    ['text with the signs of a pattern', () => ({ text: '100%_S' }), 1],
    ['text that a pattern would find', () => ({ text: 'se_rch%work' }), 0],
    ['text in an address', () => ({ text: '10.0.0.7' }), 0],
  ])('filters by %s', async (_name, filter, found) => {
    expect(await idsOf({ organisationId, ...filter() })).toHaveLength(found);
  });

  it('pages through all records once, newest first, also while new ones arrive', async () => {
    const seen: bigint[] = [];
    let cursor: string | undefined;
    const all = await idsOf({ organisationId });
    do {
      const page = await query.page({ organisationId }, 2, cursor);
      seen.push(...page.rows.map((row) => row.id));
      cursor = page.nextCursor;
      await writer.record({ action: 'arrived', actor: { organisationId, userId } });
    } while (cursor !== undefined);
    expect(seen).toEqual(all);
    const first = all[0] ?? 0n;
    const exported: bigint[] = [];
    for await (const rows of query.pages({ organisationId, to: new Date('2100-01-01') }, 2)) {
      expect(rows.length).toBeLessThanOrEqual(2);
      exported.push(...rows.map((row) => row.id));
    }
    expect(exported.filter((id) => id <= first)).toEqual(all);
  });

  it('refuses a cursor that it did not give', async () => {
    await expect(query.page({ organisationId }, 2, 'YmVmb3JlOjA')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

it('UsageRepository counts the calls of one user by day and tool', async () => {
  const usage = new UsageRepository(test.database);
  const [organisationId, userId] = [randomUUID(), randomUUID()];
  const from = clock.now();
  const last = [
    await call(organisationId, userId),
    await call(organisationId, userId, { outcome: 'denied', captured: '0' }),
  ];
  clock.advance(86_400_000);
  last.push(await call(organisationId, userId, { tool: 'web_fetch', captured: '500000' }));
  await call(organisationId, randomUUID());
  const period = { organisationId, userId, from, to: new Date(clock.now().getTime() + 1) };
  expect(await usage.byDayAndTool(period)).toEqual([
    { day: '2026-12-01', tool: 'web_fetch', calls: 1, succeeded: 1, charged: 500_000n },
    { day: '2026-11-30', tool: 'search_network', calls: 2, succeeded: 1, charged: 2_000_000n },
  ]);
  expect((await usage.lastCalls(period, 2)).map((row) => row.callId)).toEqual(last.slice(1).reverse());
  expect(await usage.byDayAndTool({ ...period, to: from })).toEqual([]);
});
