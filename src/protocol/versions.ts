/** Revisions that begin with `initialize`, newest first. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const;
export type HandshakeVersion = (typeof HANDSHAKE_VERSIONS)[number];

/** Revisions that carry version and capabilities in every request, newest first. */
export const STATELESS_VERSIONS = ['2026-07-28'] as const;
export type StatelessVersion = (typeof STATELESS_VERSIONS)[number];

export type Era = 'handshake' | 'stateless';

/** Every revision spoken here, newest first: `server/discover` and `error.data.supported` show this one list. */
export const SUPPORTED_VERSIONS: readonly string[] = [...STATELESS_VERSIONS, ...HANDSHAKE_VERSIONS];

/** What a handshake request without the header is served as: MCP 2025-06-18, Transports, "Protocol Version Header". */
export const ASSUMED_VERSION: HandshakeVersion = '2025-03-26';

const HANDSHAKE = new Set<string>(HANDSHAKE_VERSIONS);
const STATELESS = new Set<string>(STATELESS_VERSIONS);

export function isHandshakeVersion(text: string): text is HandshakeVersion {
  return HANDSHAKE.has(text);
}

export function isStatelessVersion(text: string): text is StatelessVersion {
  return STATELESS.has(text);
}

/** True when the text sorts at or after the first stateless revision: dates, also of revisions yet unknown, and garbage. */
export function namesStatelessEra(text: string): boolean {
  return text >= '2026-07-28';
}

/**
 * The revision that `initialize` answers with: the client's when it is a handshake revision spoken here, else the
 * newest one. A stateless revision is never negotiated through `initialize`.
 */
export function negotiate(requested: string | undefined): HandshakeVersion {
  return requested !== undefined && isHandshakeVersion(requested) ? requested : HANDSHAKE_VERSIONS[0];
}
