const REDACTED = '[redacted]';
const MAX_TEXT = 32_768;

// Each pattern is linear: it begins with a literal or with a run that always matches, and what follows cannot fail late.
const TOKEN_RUN = /[\w.-]+/g;
const API_KEY = /tpk_\w+/g;
const AUTHORIZATION = /(authorization\\*["']?\s*[:=]\s*)(?:\\*["'][^\r\n"'\\]*|[^\r\n]*)/gi;
const BEARER = /(bearer\s+)[^\s"'\\,;]+/gi;
const NAMED_SECRET =
  /((?:pass(?:word|wd|phrase)|pwd|secret|token|api[-_]?key|private[-_]?key|cookie)\\*["']?\s*[:=]\s*)(?:\\*"(?:[^"\\]|\\.)*"?|\\*'(?:[^'\\]|\\.)*'?|[^\s"'&,;})\]]+)/gis;
const URL_PASSWORD = /(:\/\/[^\s:@/]*:)[^\s@/]+@/g;
const PEM = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*/g;

// A JWT header is at least {"alg":"none"}: 19 characters of base64url.
const JWT_HEADER_LENGTH = 19;

/**
 * Removes API keys, JWTs, bearer tokens, passwords and private keys from a text, in linear time; what is longer than
 * 32 768 characters is cut. Rather too much is hidden than too little.
 */
export function scrubText(text: string): string {
  const cut = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}… (${String(text.length)} characters)` : text;
  return cut
    .replace(AUTHORIZATION, `$1${REDACTED}`)
    .replace(BEARER, `$1${REDACTED}`)
    .replace(NAMED_SECRET, `$1${REDACTED}`)
    .replace(URL_PASSWORD, `$1${REDACTED}@`)
    .replace(PEM, REDACTED)
    .replace(API_KEY, REDACTED)
    .replace(TOKEN_RUN, hideJwt);
}

// `eyJ` is how base64url writes `{"`. A regular expression for a whole JWT would be quadratic on long runs without dots.
function hideJwt(run: string): string {
  for (let from = 0; ;) {
    const start = run.indexOf('eyJ', from);
    const dot = start < 0 ? -1 : run.indexOf('.', start);
    if (dot < 0) return run;
    if (dot - start >= JWT_HEADER_LENGTH) return run.slice(0, start) + REDACTED;
    from = dot + 1;
  }
}
