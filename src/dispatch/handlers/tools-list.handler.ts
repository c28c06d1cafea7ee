import { Injectable } from '@nestjs/common';
import { ToolListCache, toolObject, ToolRegistry } from '../../catalog/index.js';
import type { CacheHint, Wire } from '../../protocol/index.js';
import { pageAfter } from '../cursor.js';
import type { Handler, HandlerReply } from '../handler.js';
import type { KnownCaller } from '../rpc-context.js';

/** `private`: the list depends on scopes, plan and rights of the caller. */
const CACHE: CacheHint = { ttlMs: 30_000, scope: 'private' };

/** The tools that the caller may call, by name, at most 100 on a page. */
@Injectable()
export class ToolsListHandler implements Handler {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly lists: ToolListCache,
  ) {}

  handle({ wire, params, principal, locale }: KnownCaller): HandlerReply {
    const { items, nextCursor } = pageAfter(this.registry.visibleTo(principal), params.cursor);
    const rest = nextCursor === undefined ? {} : { nextCursor };
    if (showsWholeTools(wire)) {
      return { result: rest, cache: CACHE, written: { member: 'tools', json: this.lists.json(items, locale) } };
    }
    return { result: { tools: items.map((tool) => toolObject(tool, locale)), ...rest }, cache: CACHE };
  }
}

/** True when the wire form takes nothing out of a tool's description, so that the JSON written once serves it. */
function showsWholeTools({ era, version }: Wire): boolean {
  return era === 'stateless' || version >= '2025-06-18';
}
