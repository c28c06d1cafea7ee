import { scopeCovers, type Principal, type Right } from '../kernel/index.js';
import type { CatalogTool } from './catalog-tool.js';

/** Why a principal may not call a tool: the rule that denies it and what is missing. */
export type Refusal =
  | { readonly rule: 'scope'; readonly missingScope: string }
  | { readonly rule: 'read_only' }
  | { readonly rule: 'plan'; readonly suite: string }
  | { readonly rule: 'right'; readonly missingRight: Right };

/** The scope that a call of the tool needs: `tools:<suite>:read` for a read-only tool, else `tools:<suite>`. */
function scopeOf(tool: CatalogTool): string {
  const suite = `tools:${tool.suite}`;
  return tool.definition.annotations.readOnlyHint ? `${suite}:read` : suite;
}

/**
 * The one rule for what is listed and what may be called: the credential's scope, the read-only mark, the
 * organisation's plan, the user's right. `undefined` means: allowed.
 */
export function whyRefused(tool: CatalogTool, principal: Principal): Refusal | undefined {
  const { annotations, right } = tool.definition;
  const scope = scopeOf(tool);
  if (!scopeCovers(principal.scopes, scope)) return { rule: 'scope', missingScope: scope };
  if (principal.credential.readOnly && !annotations.readOnlyHint) return { rule: 'read_only' };
  if (!principal.suites.has('*') && !principal.suites.has(tool.suite)) return { rule: 'plan', suite: tool.suite };
  if (!principal.rights.has(right)) return { rule: 'right', missingRight: right };
  return undefined;
}
