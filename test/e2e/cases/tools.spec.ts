import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { McpCaller } from '../../support/mcp-caller.js';
import { startTestServer, type TestServer } from '../../support/server.js';

interface Schema {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: unknown;
}
interface Listed {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Schema;
  readonly outputSchema: Schema;
  readonly annotations: Record<string, unknown>;
}

/** Every schema inside a schema, itself included. */
function* within(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const member of Object.values(value)) yield* within(member);
}

describe('tool-schema and tool-results at POST /mcp', () => {
  let server: TestServer;
  let caller: McpCaller;
  let tools: Listed[];
  beforeAll(async () => {
    server = await startTestServer();
    caller = await server.caller('admin');
    tools = (await caller.rpc('tools/list')).body?.result?.tools as Listed[];
  });
  afterAll(() => server.stop());

  it('schema-missing-type-object: every schema is an object and compiles as JSON Schema 2020-12', async () => {
    expect(tools.length).toBeGreaterThan(10);
    for (const { inputSchema, outputSchema } of tools) {
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      const ajv = new Ajv2020({ strict: true, formats: { 'date-time': true, date: true, uuid: true, email: true } });
      expect(() => [ajv.compile(inputSchema), ajv.compile(outputSchema)]).not.toThrow();
    }
    expect(ListToolsResultSchema.safeParse((await caller.rpc('tools/list')).body?.result).success).toBe(true);
  });

  it('schema-no-arg-properties: a tool without arguments has empty properties and refuses others by name', async () => {
    const schema = tools.find((tool) => tool.name === 'probe_limited')?.inputSchema;
    expect(schema).toMatchObject({ type: 'object', properties: {}, additionalProperties: false });
    expect((await caller.rpc('tools/call', { name: 'probe_person', arguments: {} })).body?.result?.isError).toBe(false);
    expect((await caller.rpc('tools/call', { name: 'probe_person' })).body?.result?.isError).toBe(false);
    const extra = await caller.tool('probe_person', { x: 1 });
    expect([extra.isError, extra.content[0]?.text]).toEqual([true, expect.stringContaining('x')]);
  });

  it('schema-name-charset, schema-name-length: names are safe for every client', () => {
    for (const { name, title, description, inputSchema } of tools) {
      expect(name).toMatch(/^[A-Za-z0-9_-]{1,37}$/);
      expect(title.length * description.length).toBeGreaterThan(0);
      for (const property of Object.keys(inputSchema.properties ?? {}))
        expect(property).toMatch(/^[A-Za-z0-9_.-]{1,64}$/);
    }
    const lower = tools.map((tool) => tool.name.toLowerCase());
    expect(new Set(lower).size).toBe(lower.length);
  });

  it('schema-nullable-unions: every type is one word; null for an optional argument counts as absent', async () => {
    for (const tool of tools) {
      for (const schema of within([tool.inputSchema, tool.outputSchema])) {
        expect(Array.isArray(schema.type)).toBe(false);
        expect(schema).not.toHaveProperty('nullable');
      }
    }
    expect((await caller.tool('probe_free', { text: null })).structuredContent).toEqual({ text: 'hello' });
  });

  it('every tool states all annotations', () => {
    for (const { annotations } of tools) {
      expect(annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean),
        idempotentHint: expect.any(Boolean),
        openWorldHint: expect.any(Boolean),
      });
    }
  });

  it('the list is in the language of the request and in one order', async () => {
    const listed = async (language: string) =>
      (await caller.rpc('tools/list', {}, { 'Accept-Language': language })).body?.result?.tools as Listed[];
    const [ru, en] = [await listed('ru'), await listed('en')];
    expect(ru.map((tool) => tool.name)).toEqual(en.map((tool) => tool.name));
    const title = (list: Listed[]) => list.find((tool) => tool.name === 'network_statistics')?.title;
    expect(title(ru)).toMatch(/[а-я]/);
    expect(title(en)).not.toMatch(/[а-я]/);
  });

  it('res-error-vs-output-schema: a result of either kind fits the official schema', async () => {
    for (const name of ['probe_paid', 'probe_fail', 'probe_crash', 'probe_bad_output']) {
      const result = await caller.tool(name);
      expect(CallToolResultSchema.safeParse(result).success).toBe(true);
      expect('structuredContent' in result).toBe(!result.isError);
    }
  });

  it.each([['probe_free'], ['probe_metered']])(
    'res-arguments-shapes: arguments of %s that are no object are -32602',
    async (name) => {
      for (const args of [[], 'x', 5, '{"count":1}']) {
        const { status, body } = await caller.rpc('tools/call', { name, arguments: args });
        expect([status, body?.error?.code]).toEqual([200, -32602]);
      }
      const [absent, empty] = [
        await caller.rpc('tools/call', { name, arguments: null }),
        await caller.rpc('tools/call', { name }),
      ];
      expect(absent.body?.result?.isError).toBe(empty.body?.result?.isError);
    },
  );

  it.each<[string, object, boolean]>([
    ['probe_free', { text: true }, true],
    ['probe_free', { text: 123 }, true],
    ['probe_free', { text: ['a'] }, true],
    ['probe_metered', { count: '5' }, true],
    ['probe_metered', { count: 5.5 }, true],
    ['probe_metered', { count: '5abc' }, true],
    ['probe_metered', { count: 5.0 }, false],
    ['probe_metered', { count: 1e1 }, false],
    ['probe_metered', { count: -0 }, false],
    ['probe_metered', { count: false }, true],
  ])('res-no-silent-coercion: %s %j is refused: %s', async (name, args, refused) => {
    expect((await caller.tool(name, args)).isError).toBe(refused);
  });

  it('res-int64-as-number: a number beyond 2^53 is refused, amounts are strings', async () => {
    const { body } = await caller.send(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"probe_metered","arguments":{"count":9007199254740993}}}',
    );
    expect(body?.result?.isError).toBe(true);
    const receipt = (await caller.tool('probe_paid'))._meta?.['io.turnpike/receipt'];
    expect([receipt?.charged, receipt?.price, typeof receipt?.available]).toEqual(['1', '1', 'string']);
  });
});
