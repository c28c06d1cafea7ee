/**
 * An MCP endpoint as a declarative record: one engine serves them all, and a difference between two endpoints is a field
 * here, never a branch in the code.
 */
export interface Surface {
  /** Recorded with every call. */
  readonly name: 'main';
  /** Without a slash at the end; the spelling with one is served alike. */
  readonly path: string;
  /** `json`: one POST, one JSON answer; no sessions, no event streams. */
  readonly transport: 'json';
  /** HTTP methods besides OPTIONS; any other one is 405. */
  readonly methods: readonly string[];
  /** `bearer`: an API key or a token in the Authorization header. */
  readonly auth: 'bearer';
  /** The scopes that a challenge asks for: the smallest set with which the endpoint is of use. */
  readonly scopes: readonly string[];
  /** `all`: every suite that the caller may use. */
  readonly suites: 'all';
  /** How refusals outside JSON-RPC are written; `detail`: `{"detail": "<text>"}`, as seed 003 promises. */
  readonly errors: 'detail';
}

export const SURFACES: readonly Surface[] = [
  {
    name: 'main',
    path: '/mcp',
    transport: 'json',
    methods: ['POST'],
    auth: 'bearer',
    scopes: ['tools'],
    suites: 'all',
    errors: 'detail',
  },
];

const BY_PATH: ReadonlyMap<string, Surface> = new Map(
  SURFACES.flatMap((surface) => [
    [surface.path, surface],
    // A redirect to the other spelling would lose the token or send it in clear.
    [`${surface.path}/`, surface],
  ]),
);

/** The surface of a request target (`/mcp?tools=a`), if it has one. */
export function surfaceAt(target: string): Surface | undefined {
  return BY_PATH.get(pathOf(target));
}

/** The path of a request target, as it was sent. */
export function pathOf(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query);
}
