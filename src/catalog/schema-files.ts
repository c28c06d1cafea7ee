import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CatalogTool } from './catalog-tool.js';

/** The published schemas of a tool as text, for review in a diff: `fixtures/schemas/<tool>.json`. */
function schemaFile(tool: CatalogTool): string {
  const { name, suite, inputSchema: input, outputSchema: output } = tool;
  return `${JSON.stringify({ name, suite, input, output }, null, 2)}\n`;
}

/** Makes the folder hold exactly the schemas of the tools. */
export function writeSchemaFiles(folder: string, tools: readonly CatalogTool[]): void {
  mkdirSync(folder, { recursive: true });
  for (const name of filesIn(folder)) rmSync(join(folder, name));
  for (const tool of tools) writeFileSync(join(folder, `${tool.name}.json`), schemaFile(tool));
}

/** The names of tools whose file is missing, stale or left over. */
export function schemaDrift(folder: string, tools: readonly CatalogTool[]): string[] {
  const wanted = new Map(tools.map((tool) => [`${tool.name}.json`, schemaFile(tool)]));
  const found = new Set(filesIn(folder));
  const names = new Set([...wanted.keys(), ...found]);
  return [...names]
    .filter((name) => !found.has(name) || readFileSync(join(folder, name), 'utf8') !== wanted.get(name))
    .map((name) => name.replace(/\.json$/, ''));
}

function filesIn(folder: string): string[] {
  return (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.json'));
}
