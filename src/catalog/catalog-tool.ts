import type { JsonObject, Locale, LocalText } from '../kernel/index.js';
import type { ToolContext, ToolDefinition } from '../toolkit/index.js';

/** A tool as the catalog knows it after boot: checked, described, ready to run. */
export interface CatalogTool {
  readonly name: string;
  readonly suite: string;
  readonly definition: ToolDefinition;
  readonly title: LocalText;
  readonly description: LocalText;
  /** JSON Schema 2020-12 of the input with descriptions in the language, `type: object`, `additionalProperties: false`. */
  readonly inputSchema: Readonly<Record<Locale, JsonObject>>;
  readonly outputSchema: JsonObject;
  /** The decorated method, bound to its provider. */
  readonly run: (input: object, ctx: ToolContext) => Promise<object> | object;
}
