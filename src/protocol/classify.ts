import { isJsonObject, type Json, type JsonObject } from '../kernel/index.js';
import { readBatch } from './classify-batch.js';
import { classifyStateless, namesWholeStatelessCall } from './classify-stateless.js';
import { headerValue, type HeaderValue } from './header-value.js';
import type { Inbound } from './inbound.js';
import { excerpt, parseBody, readMessage, type RpcMessage, type RpcRequest } from './jsonrpc/index.js';
import { rejection, type RejectionCause } from './rejection.js';
import { META_KEYS, rawMeta } from './request-meta.js';
import { mismatch, type StandardHeaders } from './standard-headers.js';
import {
  ASSUMED_VERSION,
  isHandshakeVersion,
  isStatelessVersion,
  namesStatelessEra,
  negotiate,
  SUPPORTED_VERSIONS,
  type Era,
} from './versions.js';

/** The protocol headers of a POST, as Node gives them, and its raw body. */
export interface InboundInput {
  readonly headers: StandardHeaders & { readonly protocolVersion?: HeaderValue };
  readonly body: Uint8Array;
}

/** Methods that only the stateless era has: a call without any version is a stateless one gone wrong. */
const STATELESS_ONLY: ReadonlySet<string> = new Set(['server/discover', 'subscriptions/listen']);

/**
 * Decides to which era a POST belongs and reads its messages; never throws. The body decides: a protocol version in
 * `_meta` means stateless, `initialize` or no version means handshake; the header only cross-checks, except that a header
 * of the stateless era makes the claim in the body obligatory.
 *
 * First hit wins: JSON, shape, era and equality of header and body, `_meta` complete, version supported,
 * MCP-Protocol-Version present, Mcp-Method, Mcp-Name. Whether the method exists is for dispatch to say.
 */
export function classify(input: InboundInput): Inbound {
  const header = headerValue(input.headers.protocolVersion);
  const headerEra: Era = header !== undefined && namesStatelessEra(header) ? 'stateless' : 'handshake';
  const parsed = parseBody(input.body);
  if (!parsed.ok) return reject(headerEra, parsed.fault);
  const { value } = parsed;
  if (Array.isArray(value)) return classifyArray(value, header, headerEra);

  const meta = metaIn(value);
  const claim = meta?.[META_KEYS.protocolVersion];
  const era = claim === undefined ? headerEra : 'stateless';
  const message = readMessage(value);
  if (message.kind === 'malformed') {
    return reject(era, { reason: 'invalid_request', problem: message.problem }, message.id);
  }
  if (message.kind === 'request' && message.method === 'initialize' && !namesWholeStatelessCall(meta)) {
    return classifyInitialize(message, header);
  }
  if (message.kind === 'response') {
    return headerEra === 'stateless'
      ? reject(headerEra, { reason: 'response_not_allowed' })
      : handshake(message, header);
  }
  return era === 'handshake' ? handshake(message, header) : classifyStateless(message, meta, header, input.headers);
}

function classifyArray(elements: readonly Json[], header: string | undefined, headerEra: Era): Inbound {
  const claimed = elements.some((element) => metaIn(element)?.[META_KEYS.protocolVersion] !== undefined);
  if (claimed || headerEra === 'stateless') return reject('stateless', { reason: 'batch_not_allowed' });
  // Batches exist only in 2025-03-26; the product promises them in the whole handshake era (surfaces.md, "Batches").
  const served = servedVersion(header);
  if ('reason' in served) return reject('handshake', served);
  const batch = readBatch(elements);
  if ('reason' in batch) return reject('handshake', batch);
  return { kind: 'batch', era: 'handshake', ...served, messages: batch };
}

/**
 * The header of `initialize` may be anything that a client speaks: the version is only being negotiated. The one
 * contradiction is a handshake that is announced as a revision known to have none, or as two versions at once.
 */
function classifyInitialize(message: RpcRequest, header: string | undefined): Inbound {
  const asked = message.params?.protocolVersion;
  const requested = typeof asked === 'string' ? asked : undefined;
  if (header !== undefined && isStatelessVersion(header)) {
    const cause = mismatch('MCP-Protocol-Version', 'different', requested, header);
    return reject('stateless', cause, message.id);
  }
  if (header?.includes(',') === true) return reject('handshake', unknownVersion(header), message.id);
  return { kind: 'single', era: 'handshake', version: negotiate(requested), versionFrom: 'initialize', message };
}

function handshake(message: RpcMessage, header: string | undefined): Inbound {
  const id = message.kind === 'request' ? message.id : undefined;
  if (header === undefined && message.kind === 'request' && STATELESS_ONLY.has(message.method)) {
    const key = META_KEYS.protocolVersion;
    return reject(
      'stateless',
      { reason: 'meta_incomplete', key, problem: 'missing', supported: SUPPORTED_VERSIONS },
      id,
    );
  }
  const served = servedVersion(header);
  if ('reason' in served) return reject('handshake', served, id);
  return { kind: 'single', era: 'handshake', ...served, message };
}

function servedVersion(header: string | undefined) {
  if (header === undefined) return { version: ASSUMED_VERSION, versionFrom: 'default' } as const;
  return isHandshakeVersion(header) ? ({ version: header, versionFrom: 'header' } as const) : unknownVersion(header);
}

function unknownVersion(header: string) {
  return { reason: 'unknown_version_header', requested: excerpt(header), supported: SUPPORTED_VERSIONS } as const;
}

function metaIn(value: Json): JsonObject | undefined {
  return isJsonObject(value) ? rawMeta(value.params) : undefined;
}

function reject(era: Era, cause: RejectionCause, id?: string | number): Inbound {
  return { kind: 'reject', rejection: rejection(era, id, cause) };
}
