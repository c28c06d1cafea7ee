import { Catch, Inject, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config/index.js';
import { negotiateLocale } from '../i18n/index.js';
import { currentRequest, Logger } from '../logger/index.js';
import { describeError } from './rest-error.js';

/**
 * Writes every error of the REST doors as `{"error": {"code", "message", "error_id"?, "details"?}}`, the message in the
 * caller's language; nothing internal, never HTML.
 */
@Catch()
@Injectable()
export class AppErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly logger: Logger,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const report = (error: unknown): string =>
      this.logger.reportError(error, { method: request.method, path: request.path });
    if (response.headersSent) {
      // A streamed answer broke in the middle: only a cut connection tells the client that it is not whole.
      report(thrown);
      response.destroy();
      return;
    }
    const error = describeError(thrown, report);
    const account = currentRequest()?.accountLocale;
    const locale = negotiateLocale(request.headers['accept-language'], account, this.config.locale);
    if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
    // RFC 9110, 15.5.2: a 401 must carry a challenge; the authenticator may have written a fuller one.
    if (error.status === 401 && !response.hasHeader('WWW-Authenticate'))
      response.setHeader('WWW-Authenticate', 'Bearer');
    response.setHeader('Content-Language', locale);
    response.setHeader('Cache-Control', 'no-store');
    response.status(error.status).json({
      error: {
        code: error.code,
        message: error.text[locale],
        ...(error.errorId === undefined ? {} : { error_id: error.errorId }),
        ...(error.details === undefined ? {} : { details: error.details }),
      },
    });
  }
}
