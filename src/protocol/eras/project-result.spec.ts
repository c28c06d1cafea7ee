import { describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../kernel/index.js';
import { META_KEYS } from '../request-meta.js';
import { HANDSHAKE_VERSIONS, type HandshakeVersion } from '../versions.js';
import { projectResult } from './project-result.js';
import { CACHEABLE_METHODS } from './stateless/index.js';

const SERVER = { name: 'turnpike', version: '1.0.0' };
const TOOL: JsonObject = {
  name: 'quote',
  title: 'Quote',
  description: 'Price',
  inputSchema: { type: 'object' },
  outputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  _meta: { 'io.example/a': 1 },
  execution: { taskSupport: 'optional' },
};
const LIST: JsonObject = { tools: [TOOL], nextCursor: 'c' };
const CALL: JsonObject = {
  content: [{ type: 'text', text: '{}' }],
  structuredContent: {},
  isError: false,
  _meta: { 'io.example/receipt': 1 },
};

const handshake = (version: HandshakeVersion, method: string, result: JsonObject) =>
  projectResult({ era: 'handshake', version }, method, result, SERVER, { ttlMs: 5, scope: 'public' });
const stateless = (method: string, result: JsonObject) =>
  projectResult({ era: 'stateless', version: '2026-07-28' }, method, result, SERVER);

describe('handshake', () => {
  it.each([
    ['2024-11-05', ['name', 'description', 'inputSchema']],
    ['2025-03-26', ['name', 'description', 'inputSchema', 'annotations']],
    ['2025-06-18', ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations', '_meta']],
    ['2025-11-25', Object.keys(TOOL)],
  ] as const)('%s: a tool has the fields of its revision', (version, fields) => {
    const { tools, nextCursor } = handshake(version, 'tools/list', LIST);
    expect(tools).toEqual([Object.fromEntries(fields.map((field) => [field, TOOL[field]]))]);
    expect(nextCursor).toBe('c');
  });

  it.each(HANDSHAKE_VERSIONS)('%s: structuredContent since 2025-06-18; the receipt in _meta always', (version) => {
    const result = handshake(version, 'tools/call', CALL);
    expect(Object.hasOwn(result, 'structuredContent')).toBe(version >= '2025-06-18');
    expect(result).toMatchObject({ content: CALL.content, isError: false, _meta: CALL._meta });
  });

  it('an output that is no object is left out, in the schema and in the result', () => {
    const list = handshake('2025-11-25', 'tools/list', { tools: [{ ...TOOL, outputSchema: { type: 'array' } }] });
    expect(list.tools).not.toMatchObject([{ outputSchema: {} }]);
    expect(handshake('2025-11-25', 'tools/call', { ...CALL, structuredContent: [1] })).not.toHaveProperty(
      'structuredContent',
    );
  });

  it('members of the stateless era are taken out and the input stays as it was', () => {
    const modern: JsonObject = {
      ok: 1,
      resultType: 'complete',
      ttlMs: 1,
      cacheScope: 'private',
      _meta: { [META_KEYS.serverInfo]: SERVER },
    };
    const before = structuredClone(modern);
    expect(handshake('2025-11-25', 'ping', modern)).toEqual({ ok: 1 });
    expect(modern).toEqual(before);
  });
});

describe('stateless', () => {
  it('ver-2026-result-fields: every result is typed and signed', () => {
    expect(stateless('tools/call', CALL)).toEqual({
      ...CALL,
      resultType: 'complete',
      _meta: { 'io.example/receipt': 1, [META_KEYS.serverInfo]: SERVER },
    });
  });

  it.each([...CACHEABLE_METHODS])(
    'ver-2026-result-fields: %s carries a hint, private and 0 unless told otherwise',
    (method) => {
      expect(stateless(method, {})).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
      const told = projectResult({ era: 'stateless', version: '2026-07-28' }, method, {}, SERVER, {
        ttlMs: 9,
        scope: 'public',
      });
      expect(told).toMatchObject({ ttlMs: 9, cacheScope: 'public' });
    },
  );

  it('a tool has no execution', () => {
    expect(stateless('tools/list', LIST).tools).toEqual([{ ...TOOL, execution: undefined }]);
  });
});
