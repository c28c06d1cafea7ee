import { unauthenticated } from '../identity.errors.js';

const LONGEST_TOKEN = 4_096;
// RFC 9110, 11.4: auth-scheme, 1*SP, token68; the scheme's letter case does not matter (11.1).
const BEARER = /^bearer +([A-Za-z0-9\-._~+/]+=*)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;

/**
 * Takes the token out of the Authorization header(s).
 * @param authorization every line that was sent: of two headers neither counts, whoever wrote the first
 * @throws AppError `unauthenticated` with `problem` `missing` (nothing, another scheme, no token), `malformed` (two
 * headers, a list, foreign characters) or `invalid` (longer than 4 096 characters)
 */
export function bearerToken(authorization: string | readonly string[] | undefined): string {
  const lines = typeof authorization === 'string' ? [authorization] : (authorization ?? []);
  if (lines.length > 1) throw unauthenticated('malformed');
  const header = lines[0]?.trim() ?? '';
  if (header.length > LONGEST_TOKEN) throw unauthenticated('invalid');
  const token = BEARER.exec(header)?.[1];
  if (token !== undefined) return token;
  // RFC 6750, 3.1: without authentication information the challenge carries no error code.
  const holdsToken = BEARER_SCHEME.test(header) && header.length > 'Bearer'.length;
  throw unauthenticated(holdsToken ? 'malformed' : 'missing');
}
