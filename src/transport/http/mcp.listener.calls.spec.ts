import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.js';
import { examplePrincipal, okReply, startDoor, type DoorParts, type Got } from '../../../test/support/mcp-door.js';
import { AppError, type ErrorCode, type JsonObject } from '../../kernel/index.js';
import type { ToolCall, ToolCallReply } from '../../pipeline/index.js';

const callOf = (id: number | string, args: JsonObject = {}): JsonObject => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'example', arguments: args },
});

let door: Awaited<ReturnType<typeof startDoor>>;
afterEach(() => door.stop());
const start = async (parts: DoorParts = {}) => (door = await startDoor(parts));

/** A pipeline that ends a call only when its signal does. */
function untilAborted(reasons: unknown[] = []): DoorParts {
  const run = ({ signal }: ToolCall) =>
    new Promise<ToolCallReply>((resolve) => {
      const end = () => {
        reasons.push(signal.reason);
        const code = signal.reason as ErrorCode;
        resolve({ ok: false, code, error: new AppError(code, { ru: 'Отменён', en: 'Cancelled' }) });
      };
      signal.addEventListener('abort', end);
    });
  return { run };
}

const until = (holds: () => boolean) =>
  eventually(5_000, String(holds), () => Promise.resolve(holds() ? true : undefined));

describe('a running call', () => {
  it('iso-client-reuses-id: twenty calls with one id get their own answers', async () => {
    const run = (call: ToolCall) =>
      new Promise<ToolCallReply>((resolve) => setTimeout(() => resolve(okReply({ n: call.input.n })), 20));
    await start({ run });
    const sent = Array.from({ length: 20 }, (_, n) => door.send({ body: callOf(1, { n }) }));
    const numbers = (await Promise.all(sent)).map(({ json }) => json);
    expect(numbers).toMatchObject(
      Array.from({ length: 20 }, (_, n) => ({ id: 1, result: { structuredContent: { n } } })),
    );
  });

  it('http-disconnect-stops-work: ends when the client hangs up', async () => {
    const reasons: unknown[] = [];
    await start(untilAborted(reasons));
    const hangUp = new AbortController();
    const call = door.send({ body: callOf(1), signal: hangUp.signal });
    await until(() => door.running.size === 1);
    hangUp.abort();
    await expect(call).rejects.toThrow();
    await until(() => door.running.size === 0);
    expect(reasons).toEqual(['disconnected']);
  });

  it('http-disconnect-stops-work: every call of a batch ends, also those that had not begun', async () => {
    const reasons: unknown[] = [];
    const run = ({ signal }: ToolCall) =>
      new Promise<ToolCallReply>((resolve) => {
        const end = () => resolve(okReply((reasons.push(signal.reason), {})));
        if (signal.aborted) end();
        else signal.addEventListener('abort', end);
      });
    await start({ run, env: { BATCH_CONCURRENCY: '2' } });
    const hangUp = new AbortController();
    const call = door.send({ body: [1, 2, 3, 4, 5].map((id) => callOf(id)), signal: hangUp.signal });
    await until(() => door.running.size === 2);
    hangUp.abort();
    await expect(call).rejects.toThrow();
    await until(() => reasons.length === 5);
    expect(new Set(reasons)).toEqual(new Set(['disconnected']));
  });

  it('http-cancel-leaves-call-open: a cancellation of the same caller ends the exchange, of another one does not', async () => {
    const tokens = { good: examplePrincipal(), other: examplePrincipal({ userId: 'user-2' }) };
    await start({ ...untilAborted(), tokens });
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason: 'test' } };
    const call: Promise<Got> = door.send({ body: callOf(7) });
    await until(() => door.running.size === 1);
    expect((await door.send({ body, headers: { authorization: 'Bearer other' } })).status).toBe(202);
    expect((await door.send({ body: { ...body, params: { requestId: 8 } } })).status).toBe(202);
    expect(door.running.size).toBe(1);
    expect((await door.send({ body })).status).toBe(202);
    expect(await call).toMatchObject({ status: 200, json: { id: 7, result: { isError: true } } });
  });

  it('that breaks is an internal error with an id; a broken server is 500 with an id', async () => {
    await start({ run: () => Promise.reject(new Error('secret')) });
    const got = await door.send({ body: callOf(3) });
    expect(got).toMatchObject({
      status: 200,
      json: { id: 3, error: { code: -32603, data: { errorId: expect.any(String) } } },
    });
    expect(got.text).not.toContain('secret');
    expect(door.log.join('')).toContain('secret');
    door.dispatcher.dispatch = () => Promise.reject(new Error('secret'));
    expect(await door.send({ body: callOf(3) })).toMatchObject({
      status: 500,
      json: { id: 3, error: { code: -32603 } },
    });
  });
});
