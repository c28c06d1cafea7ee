type Env = Readonly<Record<string, string | undefined>>;

/** Reads variables by type and collects what is wrong with them; the messages name variables, never their values. */
export class EnvReader {
  readonly problems: string[] = [];

  constructor(private readonly env: Env) {}

  text(name: string): string | undefined {
    const value = this.env[name]?.trim();
    return value === undefined || value === '' ? undefined : value;
  }

  integer(name: string, fallback: number, lowest: number, highest: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = /^-?\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    if (number >= lowest && number <= highest) return number;
    this.problems.push(`${name} must be an integer from ${String(lowest)} to ${String(highest)}`);
    return fallback;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (value === 'true' || value === '1') return true;
    if (value !== 'false' && value !== '0') this.problems.push(`${name} must be true or false`);
    return false;
  }

  oneOf<T extends string>(name: string, fallback: T, allowed: readonly T[]): T {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const found = allowed.find((word) => word === value);
    if (found === undefined) this.problems.push(`${name} must be one of ${allowed.join(', ')}`);
    return found ?? fallback;
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value.replace(/\/+$/, '');
    this.problems.push(`${name} must be a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    return undefined;
  }
}
