import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Locale } from '../../kernel/index.js';

/** What every log line of one request carries, and what its answer is written in. */
export interface RequestContext {
  /** Echoed in `X-Request-Id`. */
  readonly requestId: string;
  /** W3C trace id: 32 hex digits. */
  readonly traceId: string;
  /** The account's language: the authenticator sets it when it knows the caller. */
  accountLocale?: Locale;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** The request that the running code serves; absent in background work. */
export function currentRequest(): RequestContext | undefined {
  return storage.getStore();
}

let serving = 0;

/**
 * Runs `work` as part of a request that ends when `response` closes. While no request is served this way the storage is
 * off: on Node 20 it slows down every promise of the process, those of MCP calls too, which carry their ids themselves.
 */
export function serveRequest(context: RequestContext, response: ServerResponse, work: () => void): void {
  serving += 1;
  response.once('close', () => {
    serving -= 1;
    if (serving === 0) storage.disable();
  });
  storage.run(context, work);
}

/** Runs `work`, and all that it starts, as part of the request. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}
