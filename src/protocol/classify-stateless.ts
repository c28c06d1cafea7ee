import type { JsonObject } from '../kernel/index.js';
import type { Inbound } from './inbound.js';
import { excerpt, type RpcCall } from './jsonrpc/index.js';
import { rejection, type RejectionCause } from './rejection.js';
import { META_KEYS, metaFault } from './request-meta.js';
import { mismatch, standardHeaderFault, type StandardHeaders } from './standard-headers.js';
import { isStatelessVersion, namesStatelessEra, SUPPORTED_VERSIONS } from './versions.js';

/**
 * Checks a call that belongs to the stateless era by its body or its header.
 * @param meta the raw `params._meta`
 * @param header the value of MCP-Protocol-Version
 */
export function classifyStateless(
  call: RpcCall,
  meta: JsonObject | undefined,
  header: string | undefined,
  headers: StandardHeaders,
): Inbound {
  const id = call.kind === 'request' ? call.id : undefined;
  const reject = (cause: RejectionCause): Inbound => ({ kind: 'reject', rejection: rejection('stateless', id, cause) });

  const claim = meta?.[META_KEYS.protocolVersion];
  if (header !== undefined && typeof claim === 'string' && header !== claim) {
    return reject(mismatch('MCP-Protocol-Version', 'different', claim, header));
  }
  const incomplete = call.kind === 'request' ? metaFault(meta) : claimFault(claim);
  if (incomplete !== undefined) {
    return reject({ reason: 'meta_incomplete', ...incomplete, supported: SUPPORTED_VERSIONS });
  }
  const version = typeof claim === 'string' ? claim : (header ?? '');
  if (!isStatelessVersion(version)) {
    return reject({ reason: 'unsupported_version', requested: excerpt(version), supported: SUPPORTED_VERSIONS });
  }
  // Every request carries the header (Streamable HTTP, "Protocol Version Header"); presence comes after support, so that
  // a client of another revision learns the versions first.
  if (header === undefined && call.kind === 'request') {
    return reject(mismatch('MCP-Protocol-Version', 'missing', version));
  }
  const fault = standardHeaderFault(call, headers);
  return fault === undefined ? { kind: 'single', era: 'stateless', version, message: call } : reject(fault);
}

/**
 * True when `_meta` is that of a complete stateless request: then even `initialize` is an ordinary method, one that the
 * stateless era does not have.
 */
export function namesWholeStatelessCall(meta: JsonObject | undefined): boolean {
  const claim = meta?.[META_KEYS.protocolVersion];
  return typeof claim === 'string' && namesStatelessEra(claim) && metaFault(meta) === undefined;
}

/** A notification need not claim a version; a claim that is there must be a text. */
function claimFault(claim: JsonObject[string]): { key: string; problem: 'invalid' } | undefined {
  if (claim === undefined || typeof claim === 'string') return undefined;
  return { key: META_KEYS.protocolVersion, problem: 'invalid' };
}
