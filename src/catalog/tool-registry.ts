import type { Principal } from '../kernel/index.js';
import { whyRefused } from './access.js';
import type { CatalogTool } from './catalog-tool.js';

/** All tools of the service. A Map, so that `constructor` or `__proto__` name nothing. */
export class ToolRegistry {
  private tools: ReadonlyMap<string, CatalogTool> = new Map();

  /** Takes the tools as `buildCatalog` returns them: checked and ordered by name. Done once, when modules start. */
  fill(tools: readonly CatalogTool[]): void {
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  get(name: string): CatalogTool | undefined {
    return this.tools.get(name);
  }

  /** Ordered by name. */
  list(): CatalogTool[] {
    return [...this.tools.values()];
  }

  /** The tools that the principal may call, ordered by name. */
  visibleTo(principal: Principal): CatalogTool[] {
    return this.list().filter((tool) => whyRefused(tool, principal) === undefined);
  }
}
