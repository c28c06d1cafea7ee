// RFC 9110, 8.3.1: type and parameter names without regard to case, the value perhaps quoted.
const JSON_IN_UTF8 =
  /^[ \t]*application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*(?:utf-8|"utf-8")[ \t]*)?(?:;[ \t]*)?$/i;
const ZERO_WEIGHT = /^q=0(?:\.0{0,3})?$/i;
const ANSWERS = ['application/json', 'text/event-stream'] as const;

/** True for `application/json`, alone or with `charset=utf-8` (RFC 8259, 8.1: JSON between systems is UTF-8). */
export function isJson(contentType: string | undefined): boolean {
  return contentType === 'application/json' || (contentType !== undefined && JSON_IN_UTF8.test(contentType));
}

/** True when the body is as it looks; a compressed one could grow a thousandfold, so none is taken. */
export function isPlain(contentEncoding: string | undefined): boolean {
  return contentEncoding === undefined || contentEncoding.trim().toLowerCase() === 'identity';
}

/**
 * True unless Accept excludes both JSON and event streams: a client that only names the stream still gets JSON, as the
 * protocol lets the server choose. Of several ranges the most specific one decides (RFC 9110, 12.5.1).
 */
export function acceptsAnswer(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return true;
  const ranges = readRanges(accept);
  return ANSWERS.some((type) => {
    const [main = ''] = type.split('/', 1);
    return ranges.get(type) ?? ranges.get(`${main}/*`) ?? ranges.get('*/*') ?? false;
  });
}

/** Media range -> whether it is wanted at all. */
function readRanges(accept: string): Map<string, boolean> {
  const ranges = new Map<string, boolean>();
  for (const item of accept.split(',')) {
    const [range = '', ...parameters] = item.split(';');
    const wanted = !parameters.some((parameter) => ZERO_WEIGHT.test(parameter.trim()));
    ranges.set(range.trim().toLowerCase(), wanted);
  }
  return ranges;
}
