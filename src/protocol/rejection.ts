import type { JsonObject } from '../kernel/index.js';
import type { MessageProblem, ParseFault, RpcId } from './jsonrpc/index.js';
import type { Era } from './versions.js';

/** The request headers that 2026-07-28 compares with the body. */
export type ProtocolHeader = 'MCP-Protocol-Version' | 'Mcp-Method' | 'Mcp-Name';

/** What is wrong with a batch as a whole. */
export type BatchProblem = 'empty' | 'too_long' | 'nested' | 'initialize' | 'duplicate_id';

/**
 * Why a body is refused before anything runs, with what its text needs. Texts of the caller are excerpts (at most 128
 * characters, well formed). After each reason: the HTTP status and JSON-RPC code that are meant.
 */
export type RejectionCause =
  /** `parse_error` 400 -32700; `too_deep` 400 -32600; `invalid_request` with `forbidden_key` 400 -32600. */
  | ParseFault
  /** 400 -32600. `element` is the position in a batch. */
  | { readonly reason: 'invalid_request'; readonly problem: MessageProblem; readonly element?: number }
  /** 400 -32600. `count` is the number of elements, `limit` the largest allowed, `element` the first one at fault. */
  | {
      readonly reason: 'invalid_batch';
      readonly problem: BatchProblem;
      readonly count: number;
      readonly limit: number;
      readonly element?: number;
    }
  /** 400 -32600: an array in 2026-07-28. */
  | { readonly reason: 'batch_not_allowed' }
  /** 400 -32600: a client's answer where the server never asks: 2026-07-28, or a surface without sessions. */
  | { readonly reason: 'response_not_allowed' }
  /** 400 -32600; text and `data` name the versions. The header of a handshake request names no revision spoken here. */
  | { readonly reason: 'unknown_version_header'; readonly requested: string; readonly supported: readonly string[] }
  /** 400 -32022 with `data: {supported, requested}`. */
  | { readonly reason: 'unsupported_version'; readonly requested: string; readonly supported: readonly string[] }
  /**
   * 400 -32602. A key of `params._meta` that 2026-07-28 requires is missing, or one has a wrong type. `supported` goes
   * into `data`: the header may name a version that nobody speaks.
   */
  | {
      readonly reason: 'meta_incomplete';
      /** `_meta` itself or the full key. */
      readonly key: string;
      readonly problem: 'missing' | 'invalid';
      readonly supported: readonly string[];
    }
  /** 400 -32020. `expected` is what the body says; `got` is absent when the header is. */
  | {
      readonly reason: 'header_mismatch';
      readonly header: ProtocolHeader;
      readonly problem: 'missing' | 'different' | 'bad_encoding';
      readonly expected?: string;
      readonly got?: string;
    }
  /** 400 -32021 with `data: {requiredCapabilities}`. Raised by handlers, never by the classifier. */
  | { readonly reason: 'missing_capability'; readonly requiredCapabilities: JsonObject };

export type RejectionReason = RejectionCause['reason'];

/** A refusal that is ready to be written: `error.mapper` adds status, code and text. */
export type Rejection = RejectionCause & {
  readonly era: Era;
  /** The request's id when it could be read; else null in the handshake era and absent in the stateless one. */
  readonly id?: RpcId | null;
};

/** A rejection with the id as its era wants it. */
export function rejection(era: Era, id: RpcId | undefined, cause: RejectionCause): Rejection {
  if (id !== undefined) return { ...cause, era, id };
  return era === 'handshake' ? { ...cause, era, id: null } : { ...cause, era };
}
