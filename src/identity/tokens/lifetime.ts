const MS_PER_SECOND = 1_000;

/** When a token begins and ends, in whole seconds as a JWT counts (RFC 7519, 2: NumericDate). */
export function lifetime(now: Date, ms: number): { readonly issuedAt: Date; readonly expiresAt: Date } {
  const start = Math.floor(now.getTime() / MS_PER_SECOND) * MS_PER_SECOND;
  return { issuedAt: new Date(start), expiresAt: new Date(start + ms) };
}
