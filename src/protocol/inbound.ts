import type { RpcCall, RpcMessage } from './jsonrpc/index.js';
import type { Rejection } from './rejection.js';
import type { HandshakeVersion, StatelessVersion } from './versions.js';

/**
 * What settled the version of a handshake body: its header, the negotiation in `initialize`, or neither (`default`:
 * served as 2025-03-26, unless a session knows better).
 */
export type VersionSource = 'header' | 'initialize' | 'default';

/** The wire form to answer in. */
export type Wire =
  | { readonly era: 'handshake'; readonly version: HandshakeVersion }
  | { readonly era: 'stateless'; readonly version: StatelessVersion };

/** A POST as the classifier understood it. */
export type Inbound = Refused | HandshakeSingle | HandshakeBatch | StatelessSingle;

export interface Refused {
  readonly kind: 'reject';
  readonly rejection: Rejection;
}

/** One message of the handshake era. A `response` is 202 where sessions exist, else the reason `response_not_allowed`. */
export interface HandshakeSingle {
  readonly kind: 'single';
  readonly era: 'handshake';
  /** Of `initialize`: the version to answer with. */
  readonly version: HandshakeVersion;
  readonly versionFrom: VersionSource;
  readonly message: RpcMessage;
}

/** 1..10 messages of the handshake era, none malformed, none `initialize`, no id used twice. Without a request: 202. */
export interface HandshakeBatch {
  readonly kind: 'batch';
  readonly era: 'handshake';
  readonly version: HandshakeVersion;
  readonly versionFrom: VersionSource;
  readonly messages: readonly RpcMessage[];
}

/** One message of the stateless era; of a request `_meta` is complete and the headers agree with the body. */
export interface StatelessSingle {
  readonly kind: 'single';
  readonly era: 'stateless';
  readonly version: StatelessVersion;
  readonly message: RpcCall;
}
