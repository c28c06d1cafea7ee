import { describe, expect, it } from '@jest/globals';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import fc from 'fast-check';
import type { Json, JsonObject } from '../kernel/index.js';
import { metaFor, post, V2026, type Headers } from './classify.fixtures.js';
import { RPC_CODES } from './codes.js';
import type { Inbound } from './inbound.js';
import type { Rejection, RejectionReason } from './rejection.js';
import { META_KEYS, metaFault, rawMeta } from './request-meta.js';
import { namesStatelessEra } from './versions.js';

/** Headers as the official classifier takes them: one value each. */
type Sent = Headers & { readonly H?: string };

const version = fc.constantFrom(
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  V2026,
  '1900-01-01',
  '2099-01-01',
  'v999',
);
const method = fc.constantFrom(
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'server/discover',
  'notifications/cancelled',
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const id = fc.oneof(fc.constantFrom<Json>(0, '', 1, 'a', null, 1.5, true), fc.maxSafeInteger());
const meta = fc.oneof(
  version.map((text) => metaFor(text)),
  version.map((text): JsonObject => ({ [META_KEYS.protocolVersion]: text })),
  fc.constantFrom<JsonObject>({}, { progressToken: 1 }, { [META_KEYS.clientCapabilities]: {} }, metaFor(7)),
);
const params = fc.record({
  name: optional(fc.constantFrom('a', 'b')),
  _meta: optional(meta),
  protocolVersion: optional(version),
});
const message = fc
  .record({
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: optional(id),
    method: optional(method),
    params: optional(fc.oneof(params, fc.constantFrom<Json>([], 5, { _meta: [] }))),
    result: optional(fc.constant<JsonObject>({})),
  })
  .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject);
const headers = fc
  .record({ H: optional(version), M: optional(method), N: optional(fc.constantFrom('a', 'b', '=?base64?YQ==?=')) })
  .map((value) => JSON.parse(JSON.stringify(value)) as Sent);

/** Header and body say the same: the way to the deepest checks, which independent draws rarely reach. */
const agreeing = fc
  .record({ name: fc.constantFrom('a', 'b'), text: version, method })
  .map(({ name, text, method: called }) => ({
    body: { jsonrpc: '2.0', id: 1, method: called, params: { name, _meta: metaFor(text) } } satisfies JsonObject,
    head: { H: text, M: called, N: name },
  }));

describe('classify on hostile input', () => {
  const isOutcome = (outcome: Inbound): boolean => {
    if (outcome.kind === 'reject') return typeof outcome.rejection.reason === 'string';
    if (outcome.kind === 'batch') return outcome.messages.length >= 1 && outcome.messages.length <= 10;
    return ['request', 'notification', 'response'].includes(outcome.message.kind);
  };

  it('never throws on bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array(),
      fc.string({ unit: fc.constantFrom(...Array.from('[]{}",:\\u00_proto1e.')) }).map(Buffer.from),
    );
    fc.assert(
      fc.property(bytes, headers, (body, head) => isOutcome(post(body, head))),
      { numRuns: 1000 },
    );
  });

  it('never throws on JSON', () => {
    const text = fc.oneof(
      fc.json(),
      fc.array(message, { maxLength: 12 }).map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(text, headers, (body, head) => isOutcome(post(Buffer.from(body), head))),
      { numRuns: 1000 },
    );
  });
});

/** What each reason is meant to be on the wire, as its docstring says; here for the comparison alone. */
const CODE: Partial<Record<RejectionReason, number>> = {
  invalid_request: RPC_CODES.INVALID_REQUEST,
  meta_incomplete: RPC_CODES.INVALID_PARAMS,
  header_mismatch: RPC_CODES.HEADER_MISMATCH,
};

describe('classify beside the official classifier', () => {
  const official = (body: JsonObject, head: Sent) => {
    const outcome = classifyInboundRequest({
      httpMethod: 'POST',
      body,
      ...(head.H !== undefined && { protocolVersionHeader: head.H }),
      ...(head.M !== undefined && { mcpMethodHeader: head.M }),
      ...(head.N !== undefined && { mcpNameHeader: head.N }),
    });
    return outcome.kind === 'reject' ? outcome.code : outcome.kind;
  };

  /** The official classifier leaves these checks to later stages of its handler. */
  const isLater = (cause: Rejection): boolean =>
    cause.reason === 'unsupported_version' ||
    (cause.reason === 'header_mismatch' && (cause.problem === 'missing' || cause.header === 'Mcp-Name'));

  /** What the official classifier says where the protocol notes and the cases want something else. */
  const onPurpose = (body: JsonObject, head: Sent, ours: Inbound): number | 'legacy' | undefined => {
    if (ours.kind !== 'reject') {
      // ver-init-header-newer: only a revision known to be stateless contradicts initialize.
      const newer = body.method === 'initialize' && head.H !== undefined && head.H > V2026;
      return newer && ours.kind === 'single' && ours.era === 'handshake' ? RPC_CODES.HEADER_MISMATCH : undefined;
    }
    const cause = ours.rejection;
    if (cause.reason === 'unknown_version_header') return 'legacy'; // row 9
    if (cause.reason === 'response_not_allowed') return 'legacy'; // row 22
    if (cause.reason === 'meta_incomplete' && body.method === 'server/discover' && head.H === undefined) {
      return rawMeta(body.params)?.[META_KEYS.protocolVersion] === undefined ? 'legacy' : undefined; // row 14
    }
    // Two faults at once: equality of header and body goes before the rest of _meta, the version before Mcp-Method.
    if (
      cause.reason === 'header_mismatch' &&
      cause.problem === 'different' &&
      cause.header === 'MCP-Protocol-Version'
    ) {
      return metaFault(rawMeta(body.params)) === undefined ? undefined : codeOfFirstFault(body);
    }
    if (cause.reason === 'unsupported_version' && head.M !== undefined && head.M !== body.method) {
      return body.id === undefined && !namesStatelessEra(cause.requested) ? undefined : RPC_CODES.HEADER_MISMATCH;
    }
    return undefined;
  };

  /** A notification needs no complete _meta, and `initialize` without one is a handshake under a wrong header. */
  const codeOfFirstFault = (body: JsonObject): number | undefined =>
    body.id === undefined || body.method === 'initialize' ? undefined : RPC_CODES.INVALID_PARAMS;

  const agrees = (body: JsonObject, head: Sent): void => {
    const ours = post(body, head);
    const theirs = official(body, head);
    const different = onPurpose(body, head, ours);
    if (different !== undefined) {
      expect(theirs).toBe(different);
    } else if (ours.kind === 'reject') {
      // With two faults the official classifier may name one of its own first, with the same code.
      const code = CODE[ours.rejection.reason];
      expect(isLater(ours.rejection) ? ['modern', code] : [code]).toContain(theirs);
    } else {
      expect(theirs).toBe(ours.era === 'stateless' ? 'modern' : 'legacy');
    }
  };

  it('agrees on single messages with arbitrary headers', () => {
    fc.assert(fc.property(message, headers, agrees), { numRuns: 2000 });
  });

  it('agrees on calls whose headers repeat the body, and when one header differs', () => {
    fc.assert(
      fc.property(agreeing, headers, fc.boolean(), ({ body, head }, other, changed) =>
        agrees(body, changed ? { ...head, ...other } : head),
      ),
      { numRuns: 1000 },
    );
  });
});
