import { describe, expect, it } from '@jest/globals';
import { call, metaFor, post, refused, V2026 } from './classify.fixtures.js';
import { rpcResult } from './jsonrpc/index.js';
import { META_KEYS } from './request-meta.js';
import { SUPPORTED_VERSIONS } from './versions.js';

const H = '2025-06-18';
const ping = (id: string) => Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
const nested = (open: string, close: string, times: number) => open.repeat(times) + '1' + close.repeat(times);
const callWith = (value: string) =>
  Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":${value}}}}`);

describe('jsonrpc-framing', () => {
  it.each(['tools/list', 'ping', 'tools/call'])(
    'rpc-id-null: %s is refused with id null, in 2026-07-28 with none',
    (method) => {
      const body = { ...call(method), id: null };
      expect(refused(post(body, { H }))).toEqual({
        reason: 'invalid_request',
        problem: 'id',
        era: 'handshake',
        id: null,
      });
      const stateless = post({ ...body, params: { _meta: metaFor() } }, { H: V2026, M: method });
      expect(refused(stateless)).toEqual({ reason: 'invalid_request', problem: 'id', era: 'stateless' });
    },
  );

  it.each([
    ['0', 0],
    ['""', ''],
  ])('rpc-id-zero-empty: id %s is a request and comes back as it was', (text, id) => {
    const outcome = post(ping(text), { H });
    expect(outcome).toMatchObject({ kind: 'single', message: { kind: 'request', id } });
    expect(JSON.stringify(rpcResult(id, {}))).toBe(`{"jsonrpc":"2.0","id":${text},"result":{}}`);
  });

  it('rpc-id-zero-empty: both ids in one batch', () => {
    const outcome = post(Buffer.from(`[${ping('0').toString()},${ping('""').toString()}]`), { H });
    expect(outcome).toMatchObject({ kind: 'batch', messages: [{ id: 0 }, { id: '' }] });
  });

  it.each(['9007199254740993', '-9007199254740993', '1e400'])('rpc-id-huge: id %s is refused', (id) => {
    expect(refused(post(ping(id), { H }))).toMatchObject({ reason: 'invalid_request', problem: 'id', id: null });
  });

  it.each(['9007199254740991', '-9007199254740991'])('rpc-id-huge: id %s is still exact', (id) => {
    expect(post(ping(id), { H })).toMatchObject({ message: { id: Number(id) } });
  });

  it.each(['1.5', 'true', '{"a":1}', '[1]', `"${'x'.repeat(257)}"`, '"\\ud800"'])(
    'rpc-id-wrong-type: id %s is refused',
    (id) => {
      expect(refused(post(ping(id), { H }))).toMatchObject({ reason: 'invalid_request', problem: 'id', id: null });
    },
  );

  it.each([
    ['a missing brace', Buffer.from('{"jsonrpc":"2.0","id":7,"method":"ping"'), 'json'],
    ['an empty body', Buffer.alloc(0), 'json'],
    ['UTF-16', Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), 'encoding'],
  ])('rpc-parse-error-id: %s -> parse error with id null, in 2026-07-28 with none', (_what, body, problem) => {
    expect(refused(post(body, { H }))).toEqual({ reason: 'parse_error', problem, era: 'handshake', id: null });
    expect(refused(post(body, { H: V2026 }))).toEqual({ reason: 'parse_error', problem, era: 'stateless' });
  });

  it('rpc-batch-empty: [] is one rejection with id null', () => {
    const outcome = post([], { H });
    expect(refused(outcome)).toMatchObject({ reason: 'invalid_batch', problem: 'empty', id: null });
  });

  it('rpc-array-in-2026-era: an array is refused as a batch, not as bad JSON', () => {
    const outcome = post([call('tools/list', { _meta: metaFor() })], { H: V2026, M: 'tools/list' });
    expect(refused(outcome)).toEqual({ reason: 'batch_not_allowed', era: 'stateless' });
  });

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    'rpc-proto-tool-name: %s is a method and a tool name like any unknown one',
    (name) => {
      expect(post(call(name), { H })).toMatchObject({ kind: 'single', message: { method: name } });
      expect(post(call('tools/call', { name, arguments: {} }), { H })).toMatchObject({ message: { params: { name } } });
      const stateless = post(call(name, { _meta: metaFor() }), { H: V2026, M: name });
      expect(stateless).toMatchObject({ kind: 'single', era: 'stateless' });
    },
  );

  it.each([
    ['arrays', callWith(nested('[', ']', 20_000))],
    ['objects', callWith(nested('{"a":', '}', 8_000))],
    ['unclosed arrays', callWith('['.repeat(20_000))],
    ['the id', ping(nested('[', ']', 20_000))],
    [
      '_meta',
      Buffer.from(`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${nested('{"a":', '}', 8_000)}}}`),
    ],
  ])('rpc-deep-nesting: %s', (_where, body) => {
    expect(refused(post(body, { H }))).toEqual({ reason: 'too_deep', limit: 64, era: 'handshake', id: null });
  });

  it('rpc-bom-and-bad-utf8: a byte order mark is dropped', () => {
    const outcome = post(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), ping('1')]), { H });
    expect(outcome).toMatchObject({ kind: 'single', message: { id: 1 } });
  });

  it('rpc-bom-and-bad-utf8: NaN and a stray byte are parse errors', () => {
    expect(refused(post(callWith('NaN'), { H }))).toMatchObject({ reason: 'parse_error', problem: 'json' });
    const stray = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xc3]),
      Buffer.from('"}'),
    ]);
    expect(refused(post(stray, { H }))).toMatchObject({ reason: 'parse_error', problem: 'encoding' });
  });
});

describe('versions-headers', () => {
  const initialize = call('initialize', { protocolVersion: '2099-01-01', capabilities: {} });

  it.each(['2099-01-01', '1999-01-01', 'banana'])(
    'ver-init-header-newer: initialize with H=%s negotiates',
    (header) => {
      const outcome = post(initialize, { H: header });
      expect(outcome).toMatchObject({
        kind: 'single',
        era: 'handshake',
        version: '2025-11-25',
        versionFrom: 'initialize',
      });
    },
  );

  it.each([
    ['banana', 'banana'],
    ['1999-01-01', '1999-01-01'],
    ['two values', ['2025-06-18', '2025-11-25']],
    ['two values joined by Node', '2025-06-18, 2025-11-25'],
    ['an empty value', ''],
  ])('ver-later-header-unknown: %s is refused and the versions are named', (_what, header) => {
    expect(refused(post(call('tools/list'), { H: header }))).toMatchObject({ supported: SUPPORTED_VERSIONS, id: 1 });
  });

  it('ver-later-header-unknown: two values are refused on initialize too', () => {
    expect(refused(post(initialize, { H: ['2025-06-18', '2025-11-25'] })).reason).toBe('unknown_version_header');
    expect(post(initialize, { H: ['2025-06-18', '2025-06-18'] }).kind).toBe('single');
  });

  it('ver-later-header-unknown: no header is served as 2025-03-26', () => {
    expect(post(call('tools/list'))).toMatchObject({ kind: 'single', version: '2025-03-26' });
  });

  it('ver-2026-name-differs: Mcp-Name or Mcp-Method of another call is refused with the id', () => {
    const body = call('tools/call', { name: 'paid', arguments: {}, _meta: metaFor() });
    for (const headers of [
      { H: V2026, M: 'tools/call', N: 'free' },
      { H: V2026, M: 'tools/call', N: 'Paid' },
      { H: V2026, M: 'tools/list', N: 'paid' },
    ]) {
      expect(refused(post(body, headers))).toMatchObject({ reason: 'header_mismatch', problem: 'different', id: 1 });
    }
  });

  it('ver-2026-meta-missing: clientCapabilities is required, clientInfo is not', () => {
    const headers = { H: V2026, M: 'tools/list' };
    const version = { [META_KEYS.protocolVersion]: V2026 };
    expect(refused(post(call('tools/list', { _meta: version }), headers))).toMatchObject({
      reason: 'meta_incomplete',
      key: META_KEYS.clientCapabilities,
      id: 1,
    });
    const complete = { ...version, [META_KEYS.clientCapabilities]: {} };
    expect(post(call('tools/list', { _meta: complete }), headers)).toMatchObject({ kind: 'single', era: 'stateless' });
  });

  it('ver-2026-unsupported-version: requested and supported are there for the client to choose', () => {
    const outcome = post(call('tools/list', { _meta: metaFor('2030-01-01') }), { H: '2030-01-01', M: 'tools/list' });
    expect(refused(outcome)).toEqual({
      reason: 'unsupported_version',
      requested: '2030-01-01',
      supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
      era: 'stateless',
      id: 1,
    });
  });

  it('ver-discover-and-unknown-method: both are left to dispatch, in both eras', () => {
    for (const method of ['server/discover', 'nope/none']) {
      const stateless = post(call(method, { _meta: metaFor() }), { H: V2026, M: method });
      expect(stateless).toMatchObject({ kind: 'single', era: 'stateless', message: { id: 1, method } });
      expect(post(call(method), { H })).toMatchObject({ kind: 'single', era: 'handshake', message: { id: 1, method } });
    }
  });
});
