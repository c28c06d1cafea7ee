import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { McpAnswer, McpCaller, RpcBody } from '../support/mcp-caller.js';
import { runs } from '../support/probe-suite.js';
import { startTestServer, type TestServer } from '../support/server.js';

type Result = NonNullable<RpcBody['result']>;
const receipt = (result: Result) => result._meta?.['io.turnpike/receipt'] ?? {};
const failure = (result: Result) => result._meta?.['io.turnpike/error'] ?? {};
function resultOf({ body, status, text: received }: McpAnswer): Result {
  if (body?.result === undefined) throw new Error(`No result, ${String(status)}: ${received}`);
  return body.result;
}
const text = (result: Result): string => result.content[0]?.text ?? '';

describe('a tool call at the door', () => {
  let server: TestServer;
  let engineer: McpCaller;
  let dispatcher: McpCaller;
  beforeAll(async () => {
    server = await startTestServer();
    [engineer, dispatcher] = await Promise.all([server.caller('engineer'), server.caller('dispatcher')]);
  });
  beforeEach(() => runs.clear());
  afterAll(() => server.stop());

  const available = async (): Promise<bigint> => {
    const rows = await server.database.rows<{ free: bigint }>(
      "SELECT posted - held AS free FROM account WHERE kind = 'customer'",
    );
    return rows[0]?.free ?? -1n;
  };
  const records = (callId: unknown) =>
    server.database.rows<{
      stage: string;
      outcome: string | null;
      captured: bigint | null;
      held: bigint | null;
      denial_rule: string | null;
    }>('SELECT stage, outcome, captured, held, denial_rule FROM audit_record WHERE call_id = $1 ORDER BY id', [callId]);
  /** The only record of a call that was refused before it got a receipt. */
  const lastRecord = async (tool: string) => {
    const rows = await server.database.rows<{
      stage: string;
      outcome: string;
      denial_rule: string;
      captured: bigint | null;
    }>('SELECT stage, outcome, denial_rule, captured FROM audit_record WHERE tool = $1 ORDER BY id DESC LIMIT 1', [
      tool,
    ]);
    return rows[0];
  };
  /** Runs `work` and gives what it took from the account. */
  const spent = async (work: () => Promise<unknown>): Promise<bigint> => {
    const before = await available();
    await work();
    return before - (await available());
  };

  describe.each(['handshake', 'stateless'] as const)('in the %s era', (era) => {
    const call = async (name: string, args: object = {}): Promise<Result> => {
      const answer =
        era === 'handshake'
          ? await engineer.rpc('tools/call', { name, arguments: args })
          : await engineer.stateless('tools/call', { name, arguments: args });
      expect(answer.status).toBe(200);
      return resultOf(answer);
    };

    it('200: gives the same object twice, charges the price once and records both stages', async () => {
      let result: Result | undefined;
      expect(await spent(async () => (result = await call('probe_paid', { text: 'привет' })))).toBe(1_000_000n);
      expect(result).toMatchObject({ structuredContent: { text: 'привет' }, isError: false });
      expect(JSON.parse(text(result!))).toEqual(result?.structuredContent);
      const { callId, charged, price, replayed } = receipt(result!);
      expect([charged, price, replayed]).toEqual(['1', '1', false]);
      expect(await records(callId)).toEqual([
        { stage: 'accepted', outcome: null, captured: null, held: 1_000_000n, denial_rule: null },
        { stage: 'terminal', outcome: 'success', captured: 1_000_000n, held: 1_000_000n, denial_rule: null },
      ]);
    });

    it('runs a free tool without a ledger write', async () => {
      const result = await call('probe_free');
      expect(receipt(result)).toMatchObject({ charged: '0', price: '0' });
      expect(receipt(result)).not.toHaveProperty('available');
      expect((await records(receipt(result).callId)).map((one) => one.stage)).toEqual(['accepted', 'terminal']);
    });

    it('res-error-vs-output-schema: a tool error is a readable result without structuredContent, charged 0', async () => {
      let result: Result | undefined;
      expect(await spent(async () => (result = await call('probe_fail')))).toBe(0n);
      expect(result?.isError).toBe(true);
      expect(text(result!)).toBe('Не найдено: line_id=7');
      expect(result).not.toHaveProperty('structuredContent');
      expect((await records(receipt(result!).callId))[1]).toMatchObject({ outcome: 'tool_error', captured: 0n });
    });

    it('res-invalid-arguments: names the field, the value and what is allowed; nothing runs, nothing is held', async () => {
      const wrong = await call('probe_metered', { count: 21 });
      expect(wrong.isError).toBe(true);
      expect(text(wrong)).toContain('count');
      expect(text(wrong)).toContain('21');
      expect(text(wrong)).toContain('20');
      for (const args of [{}, { count: 'x' }, { count: 1, extra: 1 }, { count: 5.5 }]) {
        expect((await call('probe_metered', args)).isError).toBe(true);
      }
      expect(await lastRecord('probe_metered')).toMatchObject({ stage: 'terminal', outcome: 'invalid', captured: 0n });
    });
  });

  it('hides what a crash says and gives the number that stands in the audit', async () => {
    const result = await engineer.tool('probe_crash');
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain('secret of the inside');
    expect(failure(result).code).toBe('internal');
    const rows = await server.database.rows<{ details: { error_id: string }; outcome: string }>(
      "SELECT details, outcome FROM audit_record WHERE call_id = $1 AND stage = 'terminal'",
      [receipt(result).callId],
    );
    expect(rows).toEqual([{ outcome: 'internal_error', details: { error_id: failure(result).errorId } }]);
    expect(text(result)).toContain(String(failure(result).errorId));
  });

  it('charges nothing for an answer that breaks the published schema', async () => {
    let result: Result | undefined;
    expect(await spent(async () => (result = await engineer.tool('probe_bad_output')))).toBe(0n);
    expect(failure(result!).code).toBe('internal');
  });

  it('ends a tool that ignores its signal when its time is over', async () => {
    let result: Result | undefined;
    expect(await spent(async () => (result = await engineer.tool('probe_stubborn', { ms: 1_500 })))).toBe(0n);
    expect(failure(result!).code).toBe('timeout');
    expect((await records(receipt(result!).callId))[1]).toMatchObject({ outcome: 'timeout', captured: 0n });
  });

  it('holds for the most and captures what was metered', async () => {
    let result: Result | undefined;
    expect(await spent(async () => (result = await engineer.tool('probe_metered', { count: 3 })))).toBe(1_500_000n);
    expect(receipt(result!)).toMatchObject({ price: '5', charged: '1.5' });
    expect(await spent(() => engineer.tool('probe_metered', { count: 20 }))).toBe(5_000_000n);
    expect(await spent(() => engineer.tool('probe_metered', { count: 0 }))).toBe(0n);
  });

  it('masks personal data in both copies unless the user holds the right', async () => {
    const masked = await engineer.tool('probe_person');
    expect(text(masked)).not.toMatch(/Иванов|123|45/);
    expect(masked.structuredContent).toMatchObject({ dn: 200 });
    expect(JSON.parse(text(masked))).toEqual(masked.structuredContent);
    const clear = await dispatcher.tool('probe_person');
    expect(clear.structuredContent).toEqual({
      contact_name: 'Иванов Иван Иванович',
      contact_phone: '+7 727 123-45-67',
      dn: 200,
    });
    const pii = async (result: Result) =>
      (
        await server.database.rows<{ pii: object }>(
          "SELECT pii FROM audit_record WHERE call_id = $1 AND stage = 'terminal'",
          [receipt(result).callId],
        )
      )[0]?.pii;
    expect(await pii(masked)).toMatchObject({ count: 2, unmasked: false });
    expect(await pii(clear)).toMatchObject({ unmasked: true });
  });

  it('res-lone-surrogate: no half of a pair leaves, raw or escaped', async () => {
    const answer = await engineer.rpc('tools/call', { name: 'probe_surrogate', arguments: {} });
    expect(answer.text).not.toMatch(/\\ud83d/i);
    expect(answer.text.isWellFormed()).toBe(true);
    expect(answer.body?.result?.structuredContent).toEqual({ text: 'half \ufffd of a pair' });
  });

  it('names the missing right, records the refusal and runs nothing', async () => {
    const result = await engineer.tool('probe_calculate');
    expect(result.isError).toBe(true);
    expect(text(result)).toContain('Администратор платформы');
    expect(failure(result)).toMatchObject({ code: 'right_missing', missing_right: 'platform:admin' });
    expect(await lastRecord('probe_calculate')).toMatchObject({
      stage: 'terminal',
      outcome: 'denied',
      denial_rule: 'right',
      captured: 0n,
    });
  });

  it('speaks the language of the request', async () => {
    const english = await engineer.tool('probe_fail', {}, { 'Accept-Language': 'en' });
    expect(text(english)).toBe('Not found: line_id=7');
    const russian = await engineer.tool('probe_fail', {}, { 'Accept-Language': 'ru-KZ, en;q=0.5' });
    expect(text(russian)).toBe('Не найдено: line_id=7');
  });

  it('lim-retry-after: a tool limit is a result with whole seconds to wait', async () => {
    const results = [];
    for (let i = 0; i < 3; i += 1) results.push(await dispatcher.tool('probe_limited'));
    expect(results.map((one) => one.isError)).toEqual([false, false, true]);
    const { code, retry_after_seconds: seconds } = failure(results[2]!);
    expect(code).toBe('rate_limited');
    expect(Number.isInteger(seconds) && Number(seconds) >= 1 && Number(seconds) <= 60).toBe(true);
    expect(runs.get('probe_limited')).toBe(2);
    expect(await lastRecord('probe_limited')).toMatchObject({ outcome: 'rate_limited', stage: 'terminal' });
    expect((await engineer.tool('probe_limited')).isError).toBe(false);
  });

  it('refuses a call that the account cannot pay and says what is needed', async () => {
    const left = await available();
    const organisation = server.organisationId;
    // Leaves less than one credit free by holding the rest, as a running call would.
    await server.database.rows(
      "SELECT * FROM billing_hold(ARRAY[$1]::uuid[], (SELECT array_agg(id) FROM account WHERE organisation_id = $2), ARRAY[$3]::bigint[], ARRAY[now() + interval '1 hour'], now())",
      [randomUUID(), organisation, left - 500_000n],
    );
    const result = await engineer.tool('probe_paid');
    expect(failure(result)).toMatchObject({ code: 'insufficient_credits', needed: '1', available: '0.5' });
    expect(text(result)).toContain('0.5');
    expect(runs.get('probe_paid')).toBeUndefined();
    expect((await engineer.tool('probe_free')).isError).toBe(false);
    await server.database.rows(
      "SELECT * FROM billing_end_holds((SELECT array_agg(id) FROM hold WHERE state = 'held'), ARRAY[0]::bigint[], false, now())",
    );
  });

  describe('idempotency', () => {
    const keyed = (key: string, args: object = { text: 'x' }) =>
      engineer.rpc('tools/call', { name: 'probe_paid', arguments: args }, { 'Idempotency-Key': key });

    it('one key, one charge, the same bytes', async () => {
      const key = randomUUID();
      const answers: string[] = [];
      const cost = await spent(async () => {
        for (let i = 0; i < 3; i += 1) answers.push(text(resultOf(await keyed(key))));
      });
      expect(cost).toBe(1_000_000n);
      expect(new Set(answers).size).toBe(1);
      expect(runs.get('probe_paid')).toBe(1);
      const last = resultOf(await keyed(key));
      expect(receipt(last)).toMatchObject({ replayed: true, charged: '0' });
    });

    it('refuses the key with other arguments', async () => {
      const key = randomUUID();
      await keyed(key);
      const other = resultOf(await keyed(key, { text: 'y' }));
      expect(failure(other).code).toBe('idempotency_mismatch');
    });

    it('reports a call that is still running', async () => {
      const key = randomUUID();
      const slow = () =>
        engineer.rpc('tools/call', { name: 'probe_slow', arguments: { ms: 400 } }, { 'Idempotency-Key': key });
      const first = slow();
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(failure(resultOf(await slow())).code).toBe('idempotency_conflict');
      expect((await first).body?.result?.isError).toBe(false);
    });

    it('works from _meta too', async () => {
      const meta = { 'io.turnpike/idempotencyKey': randomUUID() };
      const cost = await spent(async () => {
        await engineer.tool('probe_paid', {}, {}, meta);
        await engineer.tool('probe_paid', {}, {}, meta);
      });
      expect(cost).toBe(1_000_000n);
    });
  });

  it('iso-client-reuses-id: twenty parallel requests with one id each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        engineer.send(
          JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'probe_free', arguments: { text: `n${String(i)}` } },
          }),
        ),
      ),
    );
    expect(answers.map(({ body }) => [body?.id, body?.result?.structuredContent?.text])).toEqual(
      Array.from({ length: 20 }, (_, i) => [1, `n${String(i)}`]),
    );
  });

  it('charges, limits and audits every element of a batch by itself, answers in order', async () => {
    const element = (id: number, name: string) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name, arguments: {} },
    });
    const batch = [element(1, 'probe_paid'), element(2, 'probe_fail'), element(3, 'probe_paid'), element(4, 'nope')];
    let answers: RpcBody[] = [];
    const cost = await spent(
      async () => (answers = JSON.parse((await engineer.send(JSON.stringify(batch))).text) as RpcBody[]),
    );
    expect(cost).toBe(2_000_000n);
    expect(answers.map((one) => [one.id, one.result?.isError ?? one.error?.code])).toEqual([
      [1, false],
      [2, true],
      [3, false],
      [4, -32602],
    ]);
  });

  it('the ledger, the calls and the audit agree after all of it', async () => {
    expect(await server.database.rows('SELECT * FROM billing_reconcile()')).toEqual([]);
    const odd = await server.database.rows(
      `SELECT call_id FROM audit_record WHERE call_id IN (SELECT id FROM call) GROUP BY call_id
       HAVING count(*) FILTER (WHERE stage = 'accepted') <> 1 OR count(*) FILTER (WHERE stage = 'terminal') <> 1`,
    );
    expect(odd).toEqual([]);
    const [sums] = await server.database.rows<{ audit: string; ledger: string }>(
      `SELECT (SELECT sum(captured) FROM audit_record WHERE stage = 'terminal') AS audit,
              (SELECT sum(amount) FROM entry WHERE account_id = '00000000-0000-7000-8000-000000000001') AS ledger`,
    );
    expect(sums?.audit).toBe(sums?.ledger);
  });
});
