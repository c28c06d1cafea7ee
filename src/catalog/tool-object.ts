import { formatCredits, type JsonObject, type Locale } from '../kernel/index.js';
import type { CatalogTool } from './catalog-tool.js';
import { META } from './meta.js';

/** A tool as `tools/list` shows it, the same in both protocol generations. */
export interface ToolObject extends JsonObject {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
  readonly outputSchema: JsonObject;
  readonly annotations: JsonObject;
  readonly _meta: JsonObject;
}

/** Describes a tool in a language. */
export function toolObject(tool: CatalogTool, locale: Locale): ToolObject {
  return {
    name: tool.name,
    title: tool.title[locale],
    description: tool.description[locale],
    inputSchema: tool.inputSchema[locale],
    outputSchema: tool.outputSchema,
    annotations: { title: tool.title[locale], ...tool.definition.annotations },
    _meta: { [`${META}/price`]: priceOf(tool) },
  };
}

/** The price of a successful call, or of one unit and the most units that one call may count. */
function priceOf({ definition: { price, metered } }: CatalogTool): JsonObject {
  const amount = { amount: formatCredits(price), currency: 'credits' };
  return metered ? { ...amount, unit: metered.name, most: metered.most } : { ...amount, unit: 'call' };
}
