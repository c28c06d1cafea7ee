/**
 * The JSON-RPC error codes that the service sends; `transport/http/error.mapper.ts` decides which, and with which HTTP status.
 *
 * - `-32700`..`-32600`: JSON-RPC 2.0, section 5.1.
 * - `-32000`: "method not allowed" in the body of a 405, as seed 004 promises.
 * - `-32001`..`-32003`: codes of seed 000 for the handshake era. `RATE_LIMITED` is never sent in 2026-07-28, where
 *   -32002 was "resource not found" of earlier revisions and MUST NOT be emitted; the whole range -32000..-32019 is
 *   closed there for new meanings.
 * - `-32020`..`-32022`: MCP 2026-07-28, always with HTTP 400.
 */
export const RPC_CODES = {
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  SERVER_ERROR: -32000,
  UNAUTHORIZED: -32001,
  RATE_LIMITED: -32002,
  SUBSCRIPTION_REQUIRED: -32003,
  HEADER_MISMATCH: -32020,
  MISSING_CAPABILITY: -32021,
  UNSUPPORTED_VERSION: -32022,
} as const;

export type RpcCode = (typeof RPC_CODES)[keyof typeof RPC_CODES];
