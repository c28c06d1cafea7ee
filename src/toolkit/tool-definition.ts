import type { Credits, LocalText, Right } from '../kernel/index.js';

/** A DTO class: its fields carry class-validator decorators, its initialisers are the defaults. */
export type DtoClass<T extends object = object> = new () => T;

/** Hints for clients, as in the MCP schema; each one must be stated so that nobody has to guess. */
export interface ToolAnnotations {
  /** The tool changes nothing. Read-only credentials may call only such tools. */
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint: boolean;
  /** The tool reaches outside this service. */
  readonly openWorldHint: boolean;
}

/** What people and models read: the tool's title and description, and a line for each input field. */
export interface ToolTexts<I extends object> {
  readonly title: LocalText;
  readonly description: LocalText;
  /** Nested fields are written with dots: `conditions.field`. */
  readonly fields: Readonly<Record<keyof I & string, LocalText>> & Readonly<Record<string, LocalText>>;
}

/** A limit on calls of one tool by one user, besides the general one (`RATE_LIMIT`). */
export interface ToolRateLimit {
  /** How many calls, 1..100 000. */
  readonly calls: number;
  /** In how many seconds, 1..86 400. */
  readonly seconds: number;
}

/** Everything the service knows about a tool; the argument of `@Tool`. */
export interface ToolDefinition<I extends object = object, O extends object = object> {
  /** `^[a-z][a-z0-9_]*$`, at most 37 characters: clients prepend `mcp__<server>__` and cut at 64. */
  readonly name: string;
  readonly input: DtoClass<I>;
  readonly output: DtoClass<O>;
  readonly texts: ToolTexts<I>;
  readonly right: Right;
  /** The price of a successful call; of one unit when `metered`. 0 is free. */
  readonly price: Credits;
  /** The meter that the tool counts (`ctx.meter(name, n)`) and the largest count of one call: the hold is price x most. */
  readonly metered?: { readonly name: string; readonly most: number };
  readonly timeoutMs: number;
  readonly rateLimit?: ToolRateLimit;
  readonly annotations: ToolAnnotations;
  /** Bumped when the answer's meaning changes; recorded in the audit. */
  readonly version?: string;
}
