import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config/index.js';
import type { DispatchFault } from '../../dispatch/index.js';
import { AppError, type JsonObject, type Locale, type LocalText } from '../../kernel/index.js';
import { Draining, Logger } from '../../platform/index.js';
import { excerpt, RPC_CODES, rpcError, type Era, type Rejection, type RpcId } from '../../protocol/index.js';
import type { HttpAnswer } from './answer.js';
import { REJECTION_CODES, rejectionData } from './error.codes.js';
import { metadataUrl } from './protected-resource.js';
import { REFUSALS, type RefusalReason } from './refusal.texts.js';
import { rejectionText } from './rejection.texts.js';
import type { Surface } from './surfaces.js';

/** The request that an error belongs to. */
export interface Failed {
  readonly surface: Surface;
  readonly era: Era;
  readonly id?: RpcId;
  readonly locale: Locale;
  /** For the log. */
  readonly traceId?: string;
}

/** The only place of the MCP doors where a reason becomes an HTTP status, a JSON-RPC code and a text. */
@Injectable()
export class ErrorMapper {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'http'>,
    private readonly logger: Logger,
    private readonly draining: Draining,
  ) {}

  /** A request that is refused before its body is read as JSON-RPC. */
  refusal(reason: RefusalReason, locale: Locale, surface: Surface): HttpAnswer {
    const { status, text } = REFUSALS[reason];
    const body = detail(text, locale);
    if (reason === 'method') return { status, body, headers: { Allow: [...surface.methods, 'OPTIONS'].join(', ') } };
    if (reason === 'draining') {
      return { status, body, headers: { 'Retry-After': String(this.draining.retryAfterSeconds), Connection: 'close' } };
    }
    // What the client still sends would be taken for the next request.
    if (reason === 'too_slow') return { status, body, headers: { Connection: 'close' } };
    return { status, body };
  }

  /** A body that is refused as a whole: nothing of it ran. */
  rejection(cause: Rejection, locale: Locale): HttpAnswer {
    const data = rejectionData(cause);
    const error = { code: REJECTION_CODES[cause.reason], message: rejectionText(cause)[locale], ...(data && { data }) };
    return { status: 400, body: JSON.stringify(rpcError(cause.id, error)) };
  }

  /** A caller who could not be identified (401), or whom nobody could look up right now (503). */
  authentication(error: unknown, failed: Failed): HttpAnswer {
    if (!(error instanceof AppError)) return this.unexpected(error, failed);
    const { code, text, data } = error;
    const body = detail(text, failed.locale);
    if (code === 'unavailable')
      return { status: 503, body, headers: { 'Retry-After': String(this.draining.retryAfterSeconds) } };
    if (code !== 'unauthenticated') return this.unexpected(error, failed);
    // RFC 6750, 3.1: a request without any token gets a challenge without an error code.
    const problem = data.problem === 'missing' ? {} : { error: 'invalid_token', error_description: text.en };
    return { status: 401, body, headers: this.challenge(failed.surface, failed.surface.scopes.join(' '), problem) };
  }

  /** A request that dispatch did not answer. `body` is the JSON-RPC error, except with 401 and 403. */
  fault(fault: DispatchFault, failed: Failed): HttpAnswer {
    const { id, era, locale, surface } = failed;
    const inBand = (code: number, text: LocalText, data?: JsonObject, status = 200): HttpAnswer => ({
      status,
      body: JSON.stringify(rpcError(id, { code, message: text[locale], ...(data && { data }) })),
    });
    switch (fault.reason) {
      case 'method_not_found':
        // MCP 2026-07-28, Streamable HTTP: an unknown method is 404, so that gateways see it without reading the body.
        return inBand(
          RPC_CODES.METHOD_NOT_FOUND,
          methodNotFound(fault.method),
          undefined,
          era === 'stateless' ? 404 : 200,
        );
      case 'invalid_params':
        return inBand(
          RPC_CODES.INVALID_PARAMS,
          fault.text,
          Object.keys(fault.data).length === 0 ? undefined : fault.data,
        );
      case 'internal':
        return { status: 200, body: this.internalError(fault.error, failed) };
      case 'unauthenticated':
        return { status: 401, headers: this.challenge(surface, surface.scopes.join(' ')) };
      case 'scope_missing': {
        const problem = { error: 'insufficient_scope', error_description: fault.text.en };
        const headers = this.challenge(surface, fault.scope ?? surface.scopes.join(' '), problem);
        return { status: 403, body: detail(fault.text, locale), headers };
      }
    }
  }

  /** An error that nobody foresaw: logged, and only its id is shown. */
  unexpected(error: unknown, failed: Failed): HttpAnswer {
    return { status: 500, body: this.internalError(error, failed) };
  }

  private internalError(error: unknown, { surface, era, id, locale, traceId }: Failed): string {
    const errorId = this.logger.reportError(error, {
      surface: surface.name,
      ...(traceId !== undefined && { traceId }),
    });
    const message = { ru: 'Внутренняя ошибка', en: 'Internal error' }[locale];
    // The schema of 2026-07-28 has no null id.
    const shown = id ?? (era === 'handshake' ? null : undefined);
    return JSON.stringify(rpcError(shown, { code: RPC_CODES.INTERNAL_ERROR, message, data: { errorId } }));
  }

  /** RFC 9728, 5.1: the challenge says where the metadata of the protected resource is. */
  private challenge(surface: Surface, scope: string, problem: Readonly<Record<string, string>> = {}) {
    const parameters = { ...problem, resource_metadata: metadataUrl(this.config.http.publicUrl, surface), scope };
    const written = Object.entries(parameters).map(([name, value]) => `${name}="${quotable(value)}"`);
    return { 'WWW-Authenticate': `Bearer ${written.join(', ')}` };
  }
}

function methodNotFound(method: string): LocalText {
  const shown = excerpt(method);
  return { ru: `Метод не поддерживается: ${shown}`, en: `Method not found: ${shown}` };
}

function detail(text: LocalText, locale: Locale): string {
  return JSON.stringify({ detail: text[locale] });
}

/** RFC 6750, 3: printable ASCII without quote and backslash. */
function quotable(value: string): string {
  return value.replace(/"/g, "'").replace(/[^\x20-\x7e]|\\/g, '?');
}
