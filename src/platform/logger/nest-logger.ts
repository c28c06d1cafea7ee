import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Lets the framework write into our log: `NestFactory.create(AppModule, { logger: new NestLogger(logger) })`. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    // The framework reports every route and module at start; people who look for that turn on `debug`.
    this.logger.debug(textOf(message), fieldsOf(message, rest));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error(textOf(message), fieldsOf(message, rest));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.fatal(textOf(message), fieldsOf(message, rest));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(textOf(message), fieldsOf(message, rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(textOf(message), fieldsOf(message, rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace(textOf(message), fieldsOf(message, rest));
  }
}

function textOf(message: unknown): string {
  if (typeof message === 'string') return message;
  return message instanceof Error ? message.message : 'Framework message';
}

// Nest passes the context last, and a stack before it; an error is its own stack.
function fieldsOf(message: unknown, rest: readonly unknown[]): Record<string, unknown> {
  const words = rest.filter((item) => typeof item === 'string');
  const stack = words.find((word) => word.includes('\n    at '));
  const context = words.filter((word) => word !== stack).at(-1);
  const details = rest.filter((item) => typeof item !== 'string' && item !== undefined);
  return {
    ...(context === undefined ? {} : { context }),
    ...(typeof message === 'string' ? {} : { error: message }),
    ...(stack === undefined || message instanceof Error ? {} : { stack }),
    ...(details.length === 0 ? {} : { details }),
  };
}
