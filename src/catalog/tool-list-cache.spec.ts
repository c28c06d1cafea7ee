import { describe, expect, it } from '@jest/globals';
import { credits, type JsonObject } from '../kernel/index.js';
import { exampleTool } from '../../test/support/example-tool.js';
import { ToolListCache, toolObject } from './index.js';

describe('toolObject', () => {
  it('speaks one language and states the price as a decimal of credits', () => {
    const tool = exampleTool({}, { price: credits('0.5') });
    expect(toolObject(tool, 'ru')).toEqual({
      name: 'example',
      title: 'Title (ru)',
      description: 'Description (ru)',
      inputSchema: tool.inputSchema.ru,
      outputSchema: tool.outputSchema,
      annotations: { title: 'Title (ru)', readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      _meta: { 'io.turnpike/price': { amount: '0.5', currency: 'credits', unit: 'call' } },
    });
  });

  it('states the unit of a metered price and the most units of a call', () => {
    const { _meta } = toolObject(exampleTool({}, { metered: { name: 'results', most: 20 } }), 'en');
    expect(_meta['io.turnpike/price']).toEqual({ amount: '2', currency: 'credits', unit: 'results', most: 20 });
  });
});

describe('ToolListCache', () => {
  const names = (json: string): unknown[] => (JSON.parse(json) as JsonObject[]).map((tool) => tool.name);

  it('writes exactly the given tools in their order and language', () => {
    const cache = new ToolListCache();
    const [a, b] = [exampleTool({ name: 'a' }), exampleTool({ name: 'b' })];
    expect(names(cache.json([b, a], 'en'))).toEqual(['b', 'a']);
    expect(names(cache.json([a], 'en'))).toEqual(['a']);
    expect(cache.json([], 'en')).toBe('[]');
    expect(JSON.parse(cache.json([a], 'ru'))).toEqual([toolObject(a, 'ru')]);
  });

  it('does not describe a tool again for the same list or for another one', () => {
    const cache = new ToolListCache();
    let described = 0;
    const counted = { ...exampleTool({ name: 'a' }) };
    Object.defineProperty(counted, 'outputSchema', { enumerable: true, get: () => ({ described: ++described }) });
    const first = cache.json([counted], 'en');
    expect(cache.json([counted], 'en')).toBe(first);
    cache.json([counted, exampleTool({ name: 'b' })], 'en');
    expect(described).toBe(1);
  });

  it('stays right when more subsets are asked for than it keeps', () => {
    const cache = new ToolListCache();
    const tools = Array.from({ length: 200 }, (_, n) => exampleTool({ name: `t${String(n)}` }));
    for (const tool of tools) expect(names(cache.json([tool], 'en'))).toEqual([tool.name]);
    expect(names(cache.json(tools.slice(0, 1), 'en'))).toEqual(['t0']);
  });
});
