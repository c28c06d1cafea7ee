import { LOCALES, type JsonObject, type Locale } from '../kernel/index.js';
import { toolsOf, type DecoratedTool, type ToolContext } from '../toolkit/index.js';
import type { CatalogTool } from './catalog-tool.js';
import { CatalogError } from './catalog.errors.js';
import { definitionMistakes } from './definition-mistakes.js';
import { schemaOfDto } from './schema/dto-schema.js';

/** An object whose class may carry `@Tool` methods. */
export interface ToolOwner {
  readonly instance: object;
  /** Made anew for each request: such a provider cannot be bound at boot. */
  readonly requestScoped: boolean;
}

const SUITE = /^[a-z][a-z0-9_]*$/;

/**
 * Finds, checks and describes the tools of the given objects, ordered by name.
 * @throws CatalogError listing every mistake of every tool
 */
export function buildCatalog(owners: Iterable<ToolOwner>): CatalogTool[] {
  const mistakes: string[] = [];
  const tools: CatalogTool[] = [];
  for (const owner of owners) {
    for (const decorated of toolsOf(owner.instance.constructor)) {
      const { tool, wrong } = describe(owner, decorated);
      tools.push(tool);
      mistakes.push(
        ...wrong.map((text) => `${owner.instance.constructor.name} (${decorated.definition.name}): ${text}`),
      );
    }
  }
  mistakes.push(...sameNames(tools));
  if (mistakes.length > 0) throw new CatalogError(mistakes);
  return tools.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function describe(
  owner: ToolOwner,
  { suite, definition, method }: DecoratedTool,
): { tool: CatalogTool; wrong: string[] } {
  const { input, output, texts, name } = definition;
  const byLocale = LOCALES.map((locale) => {
    const described = Object.entries(texts.fields).map(([path, text]) => [path, text[locale]] as const);
    return [locale, schemaOfDto(input, { side: 'input', texts: Object.fromEntries(described) })] as const;
  });
  const [, inputSchema] = byLocale[0] ?? [];
  const outputSchema = schemaOfDto(output, { side: 'output' });
  const instance = owner.instance as Record<string, (input: object, ctx: ToolContext) => Promise<object> | object>;
  const wrong = [
    ...(SUITE.test(suite) ? [] : ['the class has no @ToolSuite']),
    ...(owner.requestScoped ? ['the provider is request-scoped; a tool gets its caller through the context'] : []),
    ...definitionMistakes(definition, inputSchema?.paths ?? []),
    ...(inputSchema?.mistakes ?? []),
    ...outputSchema.mistakes,
  ];
  const tool: CatalogTool = {
    name,
    suite,
    definition,
    title: texts.title,
    description: texts.description,
    inputSchema: Object.fromEntries(byLocale.map(([locale, { schema }]) => [locale, schema])) as Record<
      Locale,
      JsonObject
    >,
    outputSchema: outputSchema.schema,
    run: (value, ctx) => instance[method]?.(value, ctx) ?? Promise.reject(new TypeError(`${name} has no method`)),
  };
  return { tool, wrong };
}

/** Some clients compare names without regard to letter case. */
function sameNames(tools: readonly CatalogTool[]): string[] {
  const seen = new Set<string>();
  return tools.flatMap(({ name }) => {
    const folded = name.toLowerCase();
    if (seen.has(folded)) return [`duplicate name ${name}`];
    seen.add(folded);
    return [];
  });
}
