import 'reflect-metadata';
import type { ToolContext } from './tool-context.js';
import type { ToolDefinition } from './tool-definition.js';

const SUITE = Symbol('turnpike:suite');
const TOOL = Symbol('turnpike:tool');

/** A class that holds one tool; found by the catalog at boot. */
type ToolClass = abstract new (...args: never[]) => object;

/** What `@Tool` left on a class. */
export interface DecoratedTool {
  readonly suite: string;
  readonly definition: ToolDefinition;
  /** The name of the decorated method. */
  readonly method: string;
}

/** Puts the tools of a class into a suite: `heat`, `sources`, `web`, `founder`. The class must be a Nest provider. */
export function ToolSuite(suite: string): (target: ToolClass) => void {
  return (target) => Reflect.defineMetadata(SUITE, suite, target);
}

/** Publishes a method as an MCP tool. A method whose input or output differs from the definition does not compile. */
export function Tool<I extends object, O extends object>(definition: ToolDefinition<I, O>) {
  return <K extends string>(
    target: Record<K, (input: I, ctx: ToolContext) => Promise<O> | O>,
    method: K,
    // The descriptor pins the method's own type, so that a wrong return shape is refused where it is written. Only
    // `value`: the setter of a whole descriptor would also refuse a method that takes less or promises more.
    _descriptor: { readonly value?: (input: I, ctx: ToolContext) => Promise<O> | O },
  ): void => {
    const known = (Reflect.getMetadata(TOOL, target.constructor) ?? []) as {
      definition: ToolDefinition;
      method: string;
    }[];
    Reflect.defineMetadata(TOOL, [...known, { definition, method }], target.constructor);
  };
}

/** The tools declared on a class; empty for any other class. `suite` is `''` when `@ToolSuite` is missing. */
export function toolsOf(target: object): DecoratedTool[] {
  const tools = (Reflect.getMetadata(TOOL, target) ?? []) as { definition: ToolDefinition; method: string }[];
  const suite = (Reflect.getMetadata(SUITE, target) ?? '') as string;
  return tools.map((tool) => ({ suite, ...tool }));
}
