import type { Locale } from '../kernel/index.js';
import type { CatalogTool } from './catalog-tool.js';
import { toolObject } from './tool-object.js';

/** Clients can ask for any subset (`?tools=a,b`), so the number of kept lists is bounded. */
const MOST_LISTS = 64;

/** The JSON of tool lists: each tool is written once per language, each list once per set of tools. */
export class ToolListCache {
  private readonly tools = new Map<string, string>();
  private readonly lists = new Map<string, string>();

  /** The JSON array of the tools as `tools/list` shows them, in the given order. */
  json(tools: readonly CatalogTool[], locale: Locale): string {
    const key = `${locale} ${tools.map((tool) => tool.name).join(' ')}`;
    const known = this.lists.get(key);
    if (known !== undefined) return known;
    const list = `[${tools.map((tool) => this.one(tool, locale)).join(',')}]`;
    const [oldest] = this.lists.keys();
    if (this.lists.size >= MOST_LISTS && oldest !== undefined) this.lists.delete(oldest);
    this.lists.set(key, list);
    return list;
  }

  private one(tool: CatalogTool, locale: Locale): string {
    const key = `${locale} ${tool.name}`;
    const json = this.tools.get(key) ?? JSON.stringify(toolObject(tool, locale));
    this.tools.set(key, json);
    return json;
  }
}
