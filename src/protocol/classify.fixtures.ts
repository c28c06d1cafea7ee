import type { Json, JsonObject } from '../kernel/index.js';
import { classify, type InboundInput } from './classify.js';
import type { Inbound } from './inbound.js';
import type { Rejection } from './rejection.js';
import { META_KEYS } from './request-meta.js';

export const V2026 = '2026-07-28';

/** A complete stateless `_meta` claiming the version. */
export function metaFor(version: Json = V2026): JsonObject {
  return {
    [META_KEYS.protocolVersion]: version,
    [META_KEYS.clientInfo]: { name: 't', version: '1' },
    [META_KEYS.clientCapabilities]: {},
  };
}

/** A request with id 1. */
export function call(method: string, params?: JsonObject): JsonObject {
  return { jsonrpc: '2.0', id: 1, method, ...(params !== undefined && { params }) };
}

/** `H` is MCP-Protocol-Version, `M` Mcp-Method, `N` Mcp-Name. */
export interface Headers {
  readonly H?: string | readonly string[];
  readonly M?: string;
  readonly N?: string;
}

/** Classifies a body given as JSON value, text or bytes. */
export function post(body: Json | Uint8Array, headers: Headers = {}): Inbound {
  const input: InboundInput = {
    body: body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)),
    headers: { protocolVersion: headers.H, mcpMethod: headers.M, mcpName: headers.N },
  };
  return classify(input);
}

/** The rejection of an outcome; an outcome that is none fails the test. */
export function refused(outcome: Inbound): Rejection {
  if (outcome.kind !== 'reject') throw new Error(`expected a rejection, got ${JSON.stringify(outcome)}`);
  return outcome.rejection;
}
