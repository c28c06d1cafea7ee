import { credits } from '../../src/kernel/index.js';
import type { ToolDefinition } from '../../src/toolkit/index.js';
import type { CatalogTool } from '../../src/catalog/index.js';

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a DTO is a class, also without fields
class Nothing {}
const text = (word: string) => ({ ru: `${word} (ru)`, en: word });
const NO_FIELDS = { type: 'object', properties: {}, additionalProperties: false };

/** A read-only tool of the suite `heat` for tests, with changes to the tool or to its definition. */
export function exampleTool(change: Partial<CatalogTool> = {}, definition: Partial<ToolDefinition> = {}): CatalogTool {
  return {
    name: 'example',
    suite: 'heat',
    definition: {
      name: 'example',
      input: Nothing,
      output: Nothing,
      texts: { title: text('Title'), description: text('Description'), fields: {} },
      right: 'heat:read',
      price: credits(2),
      timeoutMs: 1_000,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      ...definition,
    },
    title: text('Title'),
    description: text('Description'),
    inputSchema: { ru: { ...NO_FIELDS, description: 'ru' }, en: NO_FIELDS },
    outputSchema: NO_FIELDS,
    run: () => ({}),
    ...change,
  };
}
