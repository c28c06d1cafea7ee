/** The requests that the stateless era answers; any other one is -32601 with HTTP 404. No notification means anything. */
export const STATELESS_METHODS = ['server/discover', 'tools/list', 'tools/call'] as const;
export type StatelessMethod = (typeof STATELESS_METHODS)[number];
