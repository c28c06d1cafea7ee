/** The requests that the handshake era answers; any other one is -32601 with HTTP 200. */
export const HANDSHAKE_METHODS = ['initialize', 'ping', 'tools/list', 'tools/call'] as const;
export type HandshakeMethod = (typeof HANDSHAKE_METHODS)[number];
