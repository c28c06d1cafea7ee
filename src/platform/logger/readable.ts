/** Turns one JSON line of the log into one that a person reads in a terminal; stacks go below it. */
export function readableLine(line: string): string {
  const { level, time, msg, error, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const fields = Object.entries(rest).map(([name, value]) => `${name}=${show(value)}`);
  const head = [
    String(time).slice(11, 23),
    String(level).toUpperCase().padEnd(5),
    typeof msg === 'string' ? msg : '',
    ...fields,
  ].join(' ');
  return error === undefined ? `${head}\n` : `${head}\n${stackOf(error)}\n`;
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function stackOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return `  ${show(error)}`;
  const stack: unknown = Reflect.get(error, 'stack');
  const cause: unknown = Reflect.get(error, 'cause');
  const own = typeof stack === 'string' ? stack : JSON.stringify(error);
  return cause === undefined || cause === null ? `  ${own}` : `  ${own}\n  caused by:\n${stackOf(cause)}`;
}
