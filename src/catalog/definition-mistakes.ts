import { isRight, LOCALES, type LocalText } from '../kernel/index.js';
import type { ToolDefinition } from '../toolkit/index.js';

const NAME = /^[a-z][a-z0-9_]*$/;
/** Clients prepend `mcp__<server>__` and cut at 64 characters. */
const LONGEST_NAME = 37;

/** What is wrong with a definition apart from its schemas; empty when nothing is. */
export function definitionMistakes(definition: ToolDefinition, paths: readonly string[]): string[] {
  return [
    ...nameMistakes(definition.name),
    ...textMistakes(definition, paths),
    ...annotationMistakes(definition),
    ...numberMistakes(definition),
    ...(isRight(definition.right) ? [] : [`unknown right ${String(definition.right)}`]),
  ];
}

function nameMistakes(name: string): string[] {
  if (NAME.test(name) && name.length <= LONGEST_NAME) return [];
  return [`the name must match ${String(NAME)} and have at most ${String(LONGEST_NAME)} characters`];
}

function textMistakes({ texts }: ToolDefinition, paths: readonly string[]): string[] {
  const fields = texts.fields as Readonly<Record<string, LocalText | undefined>>;
  return [
    ...missingIn('title', texts.title),
    ...missingIn('description', texts.description),
    ...paths.flatMap((path) => missingIn(`the field ${path}`, Object.hasOwn(fields, path) ? fields[path] : undefined)),
    ...Object.keys(fields)
      .filter((path) => !paths.includes(path))
      .map((path) => `a text for ${path}, which is no field of the input`),
  ];
}

function missingIn(what: string, text: LocalText | undefined): string[] {
  return LOCALES.filter((locale) => (text?.[locale] ?? '').trim() === '').map(
    (locale) => `no ${locale} text of ${what}`,
  );
}

function annotationMistakes({ annotations }: ToolDefinition): string[] {
  const stated = annotations as Partial<ToolDefinition['annotations']> | undefined;
  const wanted = ['readOnlyHint', 'idempotentHint', 'openWorldHint'] as const;
  const missing: string[] = wanted.filter((hint) => typeof stated?.[hint] !== 'boolean');
  // The protocol's default for a tool that writes is "destructive"; leaving it open would be a guess.
  if (stated?.readOnlyHint === false && stated.destructiveHint === undefined) missing.push('destructiveHint');
  return missing.map((hint) => `missing annotation ${hint}`);
}

function numberMistakes({ price, metered, timeoutMs, rateLimit }: ToolDefinition): string[] {
  const mistakes: string[] = [];
  if (typeof price !== 'bigint' || price < 0n) mistakes.push('the price must not be negative');
  if (!isWhole(timeoutMs, 100, 600_000)) mistakes.push('timeoutMs must be from 100 to 600 000');
  if (metered && !isWhole(metered.most, 1, 1_000_000)) mistakes.push('metered.most must be from 1 to 1 000 000');
  if (metered && !NAME.test(metered.name)) mistakes.push(`metered.name must match ${String(NAME)}`);
  if (rateLimit && !(isWhole(rateLimit.calls, 1, 100_000) && isWhole(rateLimit.seconds, 1, 86_400))) {
    mistakes.push('rateLimit must allow 1 to 100 000 calls in 1 to 86 400 seconds');
  }
  return mistakes;
}

function isWhole(value: number, lowest: number, highest: number): boolean {
  return Number.isInteger(value) && value >= lowest && value <= highest;
}
