import { RPC_CODES, type Rejection, type RejectionReason, type RpcCode } from '../../protocol/index.js';
import type { JsonObject } from '../../kernel/index.js';

/** The JSON-RPC code of every reason to refuse a body; all of them are HTTP 400. */
export const REJECTION_CODES: Readonly<Record<RejectionReason, RpcCode>> = {
  parse_error: RPC_CODES.PARSE_ERROR,
  too_deep: RPC_CODES.INVALID_REQUEST,
  invalid_request: RPC_CODES.INVALID_REQUEST,
  invalid_batch: RPC_CODES.INVALID_REQUEST,
  batch_not_allowed: RPC_CODES.INVALID_REQUEST,
  response_not_allowed: RPC_CODES.INVALID_REQUEST,
  unknown_version_header: RPC_CODES.INVALID_REQUEST,
  unsupported_version: RPC_CODES.UNSUPPORTED_VERSION,
  meta_incomplete: RPC_CODES.INVALID_PARAMS,
  header_mismatch: RPC_CODES.HEADER_MISMATCH,
  missing_capability: RPC_CODES.MISSING_CAPABILITY,
};

/** The machine-readable part of a refusal, where the client can do something with it. */
export function rejectionData(cause: Rejection): JsonObject | undefined {
  switch (cause.reason) {
    case 'unknown_version_header':
    case 'unsupported_version':
      return { supported: cause.supported, requested: cause.requested };
    case 'meta_incomplete':
      return { key: cause.key, supported: cause.supported };
    case 'invalid_batch':
      return { problem: cause.problem, limit: cause.limit };
    case 'missing_capability':
      return { requiredCapabilities: cause.requiredCapabilities };
    case 'parse_error':
    case 'too_deep':
    case 'invalid_request':
    case 'batch_not_allowed':
    case 'response_not_allowed':
    case 'header_mismatch':
      return undefined;
  }
}
