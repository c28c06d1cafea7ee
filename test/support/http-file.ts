import { isDeepStrictEqual } from 'node:util';

/** One request of a `.http` file (the format of the REST clients of IntelliJ and VS Code) and what must come back. */
interface HttpFileRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** The words after `# @expect`. */
  readonly expectations: readonly string[];
}

/**
 * Reads a `.http` file: requests begin with `### name`, `# @expect` lines state the answer, other `#` lines are comments.
 * @throws Error when a request has no request line or expects nothing
 */
export function parseHttpFile(text: string): HttpFileRequest[] {
  return text
    .split(/^###/m)
    .slice(1)
    .map((block) => parseRequest(block.trim()));
}

function parseRequest(block: string): HttpFileRequest {
  const [name = '', ...lines] = block.split('\n');
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const [method, url] = (lines[first] ?? '').split(' ');
  const expectations = lines.flatMap((line) => /^# @expect (.*)$/.exec(line)?.[1] ?? []);
  if (method === undefined || url === undefined) throw new Error(`${name}: no request line`);
  if (expectations.length === 0) throw new Error(`${name}: nothing is expected`);
  const rest = lines.slice(first + 1);
  const blank = rest.findIndex((line) => line.trim() === '');
  const head = blank < 0 ? rest : rest.slice(0, blank);
  const headers = head.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const;
  });
  return {
    name: name.trim(),
    method,
    url,
    headers,
    body: blank < 0 ? '' : rest.slice(blank + 1).join('\n'),
    expectations,
  };
}

/**
 * Sends the request and compares.
 * @param variables values of `{{name}}`
 * @returns what does not hold, with the answer; empty when all of it does
 * @throws Error for a variable without a value or an expectation that cannot be read
 */
export async function checkHttpRequest(
  request: HttpFileRequest,
  variables: Readonly<Record<string, string>>,
): Promise<string[]> {
  const fill = (text: string): string =>
    text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`${request.name}: {{${name}}} has no value`);
      return value;
    });
  const response = await fetch(fill(request.url), {
    method: request.method,
    headers: request.headers.map(([name, value]) => [name, fill(value)]),
    ...(request.body !== '' && { body: fill(request.body) }),
  });
  const answer = { status: response.status, headers: response.headers, text: await response.text() };
  const wrong = request.expectations.filter((expectation) => !holds(expectation, answer));
  return wrong.map((expectation) => `${expectation} <- ${String(answer.status)} ${answer.text.slice(0, 500)}`);
}

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

function holds(expectation: string, { status, headers, text }: Answer): boolean {
  const [subject = '', ...words] = expectation.trim().split(' ');
  const rest = words.join(' ');
  if (subject === 'status') return String(status) === rest;
  if (subject === 'text') return text === rest;
  const [key = '', operator = '', ...values] = words;
  const value = values.join(' ');
  if (subject === 'header' && operator === 'contains') return headers.get(key)?.includes(value) ?? false;
  if (subject === 'json') return jsonHolds(at(JSON.parse(text), key), operator, value);
  throw new Error(`Cannot read the expectation: ${expectation}`);
}

function jsonHolds(found: unknown, operator: string, value: string): boolean {
  switch (operator) {
    case '=':
      return isDeepStrictEqual(found, JSON.parse(value));
    case 'exists':
      return found !== undefined;
    case 'absent':
      return found === undefined;
    case 'contains':
      return typeof found === 'string' && found.includes(JSON.parse(value) as string);
    default:
      throw new Error(`Unknown operator: ${operator}`);
  }
}

/** The value at a JSON pointer (RFC 6901). */
function at(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1);
  return steps
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inner, step) => (isIndexable(inner) ? inner[step] : undefined), value);
}

function isIndexable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
