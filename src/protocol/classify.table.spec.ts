import { describe, expect, it } from '@jest/globals';
import { call, metaFor, post, refused, V2026, type Headers } from './classify.fixtures.js';
import type { Json } from '../kernel/index.js';
import { META_KEYS } from './request-meta.js';
import { SUPPORTED_VERSIONS } from './versions.js';

const META = metaFor();
const list = call('tools/list', { _meta: META });
const listHeaders: Headers = { H: V2026, M: 'tools/list' };
const stateless = { kind: 'single', era: 'stateless', version: V2026 };
const handshake = { kind: 'single', era: 'handshake' };
const initialize = call('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 't', version: '1' },
});
const ping = (id: Json): Json => ({ jsonrpc: '2.0', id, method: 'ping' });

const mismatchOf = (header: string, problem: string) => ({ reason: 'header_mismatch', header, problem, id: 1 });

describe('table 1.4 of the protocol notes (H header, M version in _meta)', () => {
  it('row 1: M and H are 2026-07-28 and Mcp-Method is right -> stateless', () => {
    expect(post(list, listHeaders)).toMatchObject({ ...stateless, message: { kind: 'request', id: 1 } });
  });

  it.each([{ M: 'tools/list' }, {}])('row 2: M without H -> header mismatch (%j)', (headers) => {
    expect(refused(post(list, headers))).toMatchObject(mismatchOf('MCP-Protocol-Version', 'missing'));
  });

  it.each(['tools/list', 'server/discover'])('row 3: M=2026-07-28, H=2025-11-25 -> header mismatch (%s)', (method) => {
    const outcome = post(call(method, { _meta: META }), { H: '2025-11-25', M: method });
    expect(refused(outcome)).toMatchObject({
      ...mismatchOf('MCP-Protocol-Version', 'different'),
      expected: V2026,
      got: '2025-11-25',
    });
  });

  it.each([
    [undefined, 'missing'],
    ['tools/call', 'different'],
    ['Tools/List', 'different'],
  ])('row 4: Mcp-Method %s -> header mismatch', (method, problem) => {
    const headers = method === undefined ? { H: V2026 } : { H: V2026, M: method };
    expect(refused(post(list, headers))).toMatchObject(mismatchOf('Mcp-Method', problem));
  });

  it('row 4: blanks around header values do not count', () => {
    expect(post(list, { H: `\t${V2026} `, M: ' tools/list\t' })).toMatchObject(stateless);
  });

  describe.each([
    ['tools/call', 'name'],
    ['prompts/get', 'name'],
    ['resources/read', 'uri'],
    ['tasks/get', 'taskId'],
    ['tasks/update', 'taskId'],
    ['tasks/cancel', 'taskId'],
  ])('row 5: Mcp-Name on %s', (method, source) => {
    const body = call(method, { [source]: 'насос', _meta: META });
    it.each([
      [undefined, 'missing'],
      ['quote', 'different'],
      ['=?base64?0L3QsNGB0L7R?=', 'bad_encoding'],
      ['=?base64?***?=', 'bad_encoding'],
    ])('%s -> header mismatch', (name, problem) => {
      const headers = { H: V2026, M: method, ...(name !== undefined && { N: name }) };
      expect(refused(post(body, headers))).toMatchObject(mismatchOf('Mcp-Name', problem));
    });

    it('encoded value is decoded before comparing', () => {
      const name = `=?base64?${Buffer.from('насос').toString('base64')}?=`;
      expect(post(body, { H: V2026, M: method, N: name })).toMatchObject(stateless);
    });

    it('is not expected when the body has no such parameter', () => {
      expect(post(call(method, { _meta: META }), { H: V2026, M: method })).toMatchObject(stateless);
    });
  });

  it.each([
    ['no params', undefined, '_meta'],
    ['no _meta', {}, '_meta'],
    ['no protocolVersion', { _meta: { [META_KEYS.clientCapabilities]: {} } }, META_KEYS.protocolVersion],
    ['no clientCapabilities', { _meta: { [META_KEYS.protocolVersion]: V2026 } }, META_KEYS.clientCapabilities],
  ])('row 6: H=2026-07-28, %s -> _meta incomplete, id echoed', (_what, params, key) => {
    const outcome = post(call('tools/list', params), listHeaders);
    expect(refused(outcome)).toMatchObject({
      reason: 'meta_incomplete',
      key,
      problem: 'missing',
      id: 1,
      era: 'stateless',
    });
  });

  it.each(['1900-01-01', 'v999', '2099-01-01', '2025-11-25'])('row 7: H=M=%s -> unsupported version', (version) => {
    const outcome = post(call('tools/list', { _meta: metaFor(version) }), { H: version, M: 'tools/list' });
    expect(refused(outcome)).toMatchObject({
      reason: 'unsupported_version',
      id: 1,
      requested: version,
      supported: SUPPORTED_VERSIONS,
    });
  });

  it('row 7: the version is refused before the missing header is', () => {
    const outcome = post(call('tools/list', { _meta: metaFor('1900-01-01') }));
    expect(refused(outcome).reason).toBe('unsupported_version');
  });

  it('row 8: H=2099-01-01 without _meta -> _meta incomplete, versions named', () => {
    const outcome = post(call('tools/list'), { H: '2099-01-01' });
    expect(refused(outcome)).toMatchObject({ reason: 'meta_incomplete', id: 1, supported: SUPPORTED_VERSIONS });
  });

  it('row 9: H=1900-01-01 without _meta -> unknown version header, versions named', () => {
    expect(refused(post(call('tools/list'), { H: '1900-01-01' }))).toEqual({
      reason: 'unknown_version_header',
      requested: '1900-01-01',
      supported: SUPPORTED_VERSIONS,
      era: 'handshake',
      id: 1,
    });
  });

  it('row 10: initialize asking for 2026-07-28 -> handshake, answered with 2025-11-25', () => {
    const outcome = post(call('initialize', { protocolVersion: V2026, capabilities: {} }));
    expect(outcome).toMatchObject({ ...handshake, version: '2025-11-25', versionFrom: 'initialize' });
  });

  it('row 11: initialize with H=2026-07-28 and no stateless _meta -> header mismatch', () => {
    expect(refused(post(initialize, { H: V2026 }))).toMatchObject(mismatchOf('MCP-Protocol-Version', 'different'));
  });

  it('row 12: initialize with a complete stateless _meta -> stateless, a method that this era lacks', () => {
    const outcome = post(call('initialize', { _meta: META }), { H: V2026, M: 'initialize' });
    expect(outcome).toMatchObject({ ...stateless, message: { method: 'initialize' } });
  });

  it('row 13: neither H nor M -> handshake as 2025-03-26', () => {
    const outcome = post(call('tools/list'));
    expect(outcome).toMatchObject({ ...handshake, version: '2025-03-26', versionFrom: 'default' });
  });

  it.each(['server/discover', 'subscriptions/listen'])(
    'row 14: %s with neither H nor M -> _meta incomplete',
    (method) => {
      expect(refused(post(call(method)))).toMatchObject({ reason: 'meta_incomplete', era: 'stateless', id: 1 });
    },
  );

  it('row 15: server/discover with H=2025-06-18 -> handshake, a method that this era lacks', () => {
    const outcome = post(call('server/discover'), { H: '2025-06-18' });
    expect(outcome).toMatchObject({ ...handshake, version: '2025-06-18', versionFrom: 'header' });
  });

  it('row 16: array with one claim -> batch not allowed', () => {
    const outcome = post([ping(7), list]);
    expect(refused(outcome)).toEqual({ reason: 'batch_not_allowed', era: 'stateless' });
  });

  it('row 17: array without claims, H=2026-07-28 -> batch not allowed', () => {
    expect(refused(post([ping(7)], { H: V2026 }))).toEqual({ reason: 'batch_not_allowed', era: 'stateless' });
  });

  it.each([1, 10])('row 18: array of %i messages, handshake era -> batch in order', (count) => {
    const outcome = post(Array.from({ length: count }, (_, id) => ping(id)));
    expect(outcome).toMatchObject({ kind: 'batch', era: 'handshake', version: '2025-03-26' });
    const messages = outcome.kind === 'batch' ? outcome.messages : [];
    expect(messages.map((message) => message.kind === 'request' && message.id)).toEqual([...Array(count).keys()]);
  });

  // The table would refuse these; surfaces.md, "Batches", promises them on every surface of the handshake era.
  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('row 19: array with H=%s -> batch', (version) => {
    expect(post([ping(1)], { H: version })).toMatchObject({ kind: 'batch', version, versionFrom: 'header' });
  });

  it.each([
    ['empty', []],
    ['too_long', Array.from({ length: 11 }, (_, id) => ping(id))],
    ['initialize', [ping(2), initialize]],
    ['nested', [ping(1), [ping(2)]]],
    ['duplicate_id', [ping(1), ping('1'), ping(1)]],
  ])('row 20: %s array -> one rejection with id null', (problem, body) => {
    expect(refused(post(body))).toMatchObject({ reason: 'invalid_batch', problem, id: null, era: 'handshake' });
  });

  it('row 20: 1 and "1" are different ids', () => {
    expect(post([ping(1), ping('1')])).toMatchObject({ kind: 'batch', messages: [{ id: 1 }, { id: '1' }] });
  });

  it('row 20: one malformed element refuses the whole array', () => {
    const outcome = post([ping(1), ping(null)]);
    expect(refused(outcome)).toEqual({
      reason: 'invalid_request',
      problem: 'id',
      element: 1,
      era: 'handshake',
      id: null,
    });
  });

  it('row 21: notification with H=2026-07-28 -> stateless; a present Mcp-Method must be right', () => {
    const body = { jsonrpc: '2.0', method: 'notifications/cancelled' };
    expect(post(body, { H: V2026 })).toMatchObject({ ...stateless, message: { kind: 'notification' } });
    expect(post(body, { H: V2026, M: 'notifications/cancelled' })).toMatchObject(stateless);
    expect(refused(post(body, { H: V2026, M: 'tools/list' }))).not.toHaveProperty('id');
  });

  it('row 22: a posted response is a handshake message, and refused with H=2026-07-28', () => {
    const body = { jsonrpc: '2.0', id: 5, result: {} };
    expect(post(body)).toMatchObject({ ...handshake, message: { kind: 'response', id: 5 } });
    expect(refused(post(body, { H: V2026 }))).toMatchObject({ reason: 'response_not_allowed' });
  });

  it.each([[ping(null)], [{ jsonrpc: '1.0', method: 'ping', id: null }], [{ method: 'ping' }], [5], ['x'], [null]])(
    'row 23: %j -> invalid request',
    (body) => {
      expect(refused(post(body))).toMatchObject({ reason: 'invalid_request', id: null });
    },
  );

  it('row 24: invalid JSON -> parse error', () => {
    expect(refused(post(Buffer.from('{"jsonrpc"')))).toEqual({
      reason: 'parse_error',
      problem: 'json',
      era: 'handshake',
      id: null,
    });
  });

  it('row 25: the pure layer sees POST bodies alone: an empty body, as of a GET, is no message', () => {
    expect(refused(post(Buffer.alloc(0))).reason).toBe('parse_error');
  });

  it('row 26: _meta without a version and no H -> handshake', () => {
    const outcome = post(call('tools/list', { _meta: { progressToken: 'p' } }));
    expect(outcome).toMatchObject({ ...handshake, version: '2025-03-26' });
  });

  it('rows 27 and 28: Accept is not an input: the same headers and body always classify alike', () => {
    expect(post(list, listHeaders)).toEqual(post(list, listHeaders));
    expect(post(call('ping'), { H: '2025-11-25' })).toMatchObject(handshake);
  });
});
