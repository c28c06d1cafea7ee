import { randomUUID } from 'node:crypto';
import { Global, Module, type ExecutionContext } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.js';
import { endHolds, holdCredits } from '../../test/support/ledger/functions.js';
import { FixedClock, SeededRandom } from '../../test/support/time.js';
import { AuditWriter, type AuditEvent } from '../audit/index.js';
import { seedDemoBilling } from '../billing/index.js';
import { readConfig } from '../config/index.js';
import { ACTION_JOURNAL, BILLING_DIRECTORY, LoginGuard, TOOL_DIRECTORY } from '../identity/index.js';
import { CLOCK, credits, type Principal, type Right } from '../kernel/index.js';
import { PlatformModule } from '../platform/index.js';
import { CabinetModule } from './index.js';

const clock = new FixedClock();
const organisationId = randomUUID();
const userId = randomUUID();
const stub = { record: () => Promise.resolve(), list: () => [] };
let test: TestDatabase;
let app: NestExpressApplication;
let accountId: string;
let rights: Right[] = [];
let journalWorks = true;

@Global()
@Module({
  providers: [BILLING_DIRECTORY, TOOL_DIRECTORY, ACTION_JOURNAL].map((provide) => ({ provide, useValue: stub })),
  exports: [BILLING_DIRECTORY, TOOL_DIRECTORY, ACTION_JOURNAL],
})
class StubPorts {}

/** Stands for the login: everyone is the same user with the rights that the test gives. */
const login = {
  canActivate(context: ExecutionContext): boolean {
    const principal: Principal = {
      organisationId,
      userId,
      accountId,
      credential: { kind: 'web_token', id: 'jti-1', readOnly: false },
      scopes: new Set(['tools']),
      rights: new Set(rights),
      suites: new Set(['*']),
    };
    Object.assign(context.switchToHttp().getRequest<object>(), { principal, login: { principal } });
    return true;
  },
};

beforeAll(async () => {
  test = await createTestDatabase();
  await test.database.rows(`INSERT INTO organisation (id, name, plan_code) VALUES ($1, 'Теплосеть', 'PRO')`, [
    organisationId,
  ]);
  await test.database.rows(
    `INSERT INTO app_user (id, organisation_id, email, name, password_hash, password_changed_at) VALUES ($1, $2, 'anna@example.com', 'Анна', '', now())`,
    [userId, organisationId],
  );
  accountId = await seedDemoBilling(test.database, { organisationId, clock, random: new SeededRandom(3) });
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: 'x'.repeat(32), PORT: '0' });
  const testing = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(config, test.database), StubPorts, CabinetModule],
  })
    .overrideGuard(LoginGuard)
    .useValue(login)
    .overrideProvider(CLOCK)
    .useValue(clock)
    .compile();
  app = testing.createNestApplication<NestExpressApplication>();
  app.set('query parser', 'simple');
  const writer = testing.get(AuditWriter, { strict: false });
  const record = writer.record.bind(writer);
  writer.record = (event: AuditEvent) =>
    record(journalWorks ? event : { ...event, actor: { organisationId: 'no uuid', userId } });
  await app.init();
});
afterAll(async () => {
  await app.close();
  await test.drop();
});
beforeEach(() => {
  rights = ['audit:read', 'credits:read', 'usage:read'];
  journalWorks = true;
});

const get = (path: string, query: Record<string, string> = {}) =>
  request(app.getHttpServer()).get(`/api/v1/${path}`).query(query).set('User-Agent', 'from anna@example.com');
const records = (answer: { body: unknown }) => (answer.body as { records: Record<string, unknown>[] }).records;
const actions = () => test.database.rows<{ action: string }>('SELECT action FROM audit_record ORDER BY id');

describe('GET /api/v1/admin/audit', () => {
  it('200: a page with the record of this very reading, personal data masked', async () => {
    const answer = await get('admin/audit', { action: 'audit.read', limit: '1' });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(records(answer)).toMatchObject([
      {
        action: 'audit.read',
        at: clock.now().toISOString(),
        organisation_id: organisationId,
        user_id: userId,
        credential_kind: 'web_token',
        details: { format: 'json', filter: { action: 'audit.read' } },
      },
    ]);
    expect(answer.text).not.toMatch(/anna@example|Анна|127\.0\.0\.1/);
    rights.push('pii:read');
    expect((await get('admin/audit')).text).toMatch(/Анна.*127\.0\.0\.1.*anna@example/);
  });

  it('200: next_cursor leads to older records until it is null', async () => {
    const first = await get('admin/audit', { limit: '1' });
    const cursor = (first.body as { next_cursor: string }).next_cursor;
    const second = await get('admin/audit', { limit: '500', cursor });
    expect(Number(records(second)[0]?.id)).toBeLessThan(Number(records(first)[0]?.id));
    expect(second.body).toMatchObject({ next_cursor: null });
  });

  it.each(['csv', 'ndjson'])('200: %s is recorded as an export and masked too', async (format) => {
    const answer = await get('admin/audit', { format, stage: 'event' }).buffer(true);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="audit.${format}"`);
    expect(answer.text).toContain('audit.export');
    expect(answer.text).toContain(userId);
    expect(answer.text).not.toMatch(/anna@example|Анна|127\.0\.0\.1/);
    expect((await actions()).at(-1)).toEqual({ action: 'audit.export' });
  });

  it.each<[Record<string, string>, string]>([
    [{ limit: '501' }, 'limit'],
    [{ outcome: 'fine' }, 'outcome'],
    [{ from: 'yesterday' }, 'from'],
    [{ user: 'anna' }, 'user'],
    [{ text: 'a\u0000b' }, 'text'],
    [{ min_charge: '-1' }, 'min_charge'],
    [{ cursor: 'abc' }, 'cursor'],
    [{ sort: 'at' }, 'sort'],
  ])('400: %j names the field', async (query, field) => {
    const answer = await get('admin/audit', query);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      error: { code: 'invalid_input', message: expect.stringContaining(`«${field}»`) },
    });
  });

  it('403: without the right, for another organisation, and by address without the right to personal data', async () => {
    for (const query of [{ organisation_id: randomUUID() }, { organisation_id: 'none' }, { ip: '127.0.0.1' }]) {
      expect((await get('admin/audit', query)).status).toBe(403);
    }
    rights.push('platform:admin', 'pii:read');
    for (const query of [{ organisation_id: randomUUID() }, { organisation_id: 'none' }]) {
      expect(records(await get('admin/audit', query))).toEqual([]);
    }
    expect(records(await get('admin/audit', { ip: '127.0.0.1' }))).not.toEqual([]);
    rights = ['credits:read', 'usage:read'];
    expect((await get('admin/audit')).status).toBe(403);
  });

  it('503: nothing is shown when the reading cannot be recorded', async () => {
    journalWorks = false;
    for (const format of ['json', 'csv', 'ndjson']) {
      const answer = await get('admin/audit', { format });
      expect(answer.status).toBe(503);
      expect(answer.body).toMatchObject({ error: { code: 'audit_unavailable' } });
      expect(answer.text).not.toContain(userId);
    }
  });
});

describe('GET /api/v1/admin/credits', () => {
  it('200: plan, balance, grants, transfers and a difference of 0', async () => {
    const callId = randomUUID();
    await holdCredits(test.database, [{ id: callId, account: accountId, amount: credits(3) }], clock.now());
    await endHolds(test.database, [{ id: callId, capture: credits('2.5') }], clock.now());
    const answer = await get('admin/credits', { limit: '1' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      organisation_id: organisationId,
      plan: 'PRO',
      balance: { posted: '100997.5', held: '0', available: '100997.5' },
      grants: [
        { kind: 'promo', remaining: '997.5', captured: '2.5' },
        { kind: 'paid', amount: '100000' },
      ],
      transfers: [
        {
          kind: 'capture',
          call_id: callId,
          amount: '-2.5',
          entries: [
            { account: 'customer', amount: '-2.5' },
            { account: 'revenue', grant_id: null, amount: '2.5' },
          ],
        },
      ],
      next_cursor: expect.any(String),
      reconciliation: { difference: '0', rows: [] },
    });
  });

  it('exp-csv-numbers-kept: csv has plain signed amounts; the export is recorded', async () => {
    const answer = await get('admin/credits', { format: 'csv' }).buffer(true);
    const [head, ...rows] = answer.text.trimEnd().split('\r\n');
    expect(head).toBe('\ufeffid,at,kind,amount,call_id,note,entries');
    expect(rows.map((row) => row.split(',').slice(2, 4))).toEqual([
      ['capture', '-2.5'],
      ['grant', '100000'],
      ['grant', '1000'],
    ]);
    expect((await actions()).at(-1)).toEqual({ action: 'credits.export' });
  });

  it('403 without the right and for another organisation; 404 for one that does not exist', async () => {
    expect((await get('admin/credits', { organisation_id: randomUUID() })).status).toBe(403);
    rights.push('platform:admin');
    expect((await get('admin/credits', { organisation_id: randomUUID() })).status).toBe(404);
    expect((await get('admin/credits', { organisation_id: 'none' })).status).toBe(400);
    rights = ['audit:read'];
    expect((await get('admin/credits')).status).toBe(403);
  });
});

describe('GET /api/v1/me/usage', () => {
  it('200: the balance and the calls of the caller by day and tool', async () => {
    const common = {
      at: clock.now().toISOString(),
      stage: 'terminal',
      action: 'tool.call',
      organisation_id: organisationId,
      outcome: 'success',
    };
    for (const who of [userId, randomUUID()]) {
      const record = {
        ...common,
        user_id: who,
        call_id: randomUUID(),
        tool: 'find_owner',
        captured: '2500000',
        duration_ms: 7,
      };
      await test.database.rows(
        'INSERT INTO audit_record OVERRIDING USER VALUE SELECT * FROM json_populate_record(NULL::audit_record, $1::json)',
        [JSON.stringify(record)],
      );
    }
    clock.advance(1_000);
    const answer = await get('me/usage');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      to: clock.now().toISOString(),
      balance: { available: '100997.5' },
      total: { calls: 1, succeeded: 1, charged: '2.5' },
      days: [{ day: '2026-11-30', tool: 'find_owner', calls: 1, charged: '2.5' }],
      last_calls: [{ tool: 'find_owner', outcome: 'success', charged: '2.5', duration_ms: 7 }],
    });
  });

  it('400: an empty period and one of more than a year', async () => {
    for (const query of [
      { from: '2026-11-30', to: '2026-11-30' },
      { from: '2025-01-01', to: '2026-11-30' },
      { calls: '201' },
    ]) {
      expect((await get('me/usage', query)).status).toBe(400);
    }
  });

  it('403 without the right', async () => {
    rights = [];
    expect((await get('me/usage')).status).toBe(403);
  });
});
