import { pino, type Logger as Pino } from 'pino';
import type { Random } from '../../kernel/index.js';
import { readableLine } from './readable.js';
import { currentRequest } from './request-context.js';
import { scrub } from './scrub.js';
import { scrubText } from './scrub-text.js';

export type LogFields = Readonly<Record<string, unknown>>;

export interface LoggerOptions {
  /** fatal, error, warn, info, debug, trace or silent. */
  readonly level: string;
  readonly random: Random;
  /** Lines for people instead of JSON lines. */
  readonly readable?: boolean;
  /** Where lines go (each ends with a newline); standard output when absent. */
  readonly write?: (line: string) => void;
}

/**
 * The log of all modules. Fields and messages are scrubbed of tokens, keys and passwords before they are written;
 * lines of a request carry its `traceId` and `requestId`.
 */
export class Logger {
  constructor(
    private readonly pino: Pino,
    private readonly random: Random,
    private readonly bound: LogFields = {},
  ) {}

  fatal(message: string, fields?: LogFields): void {
    this.write('fatal', message, fields);
  }

  error(message: string, fields?: LogFields): void {
    this.write('error', message, fields);
  }

  warn(message: string, fields?: LogFields): void {
    this.write('warn', message, fields);
  }

  info(message: string, fields?: LogFields): void {
    this.write('info', message, fields);
  }

  debug(message: string, fields?: LogFields): void {
    this.write('debug', message, fields);
  }

  trace(message: string, fields?: LogFields): void {
    this.write('trace', message, fields);
  }

  /** A logger whose every line also carries `fields`. */
  child(fields: LogFields): Logger {
    return new Logger(this.pino, this.random, { ...this.bound, ...fields });
  }

  /**
   * Logs an unexpected error with its causes under a fresh UUID.
   * @returns the id: the only thing about the error that may be shown to the caller
   */
  reportError(error: unknown, context: LogFields = {}): string {
    const errorId = this.random.secretUuid();
    this.error('Unexpected error', { ...context, errorId, error });
    return errorId;
  }

  private write(
    level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace',
    message: string,
    fields?: LogFields,
  ): void {
    if (!this.pino.isLevelEnabled(level)) return;
    const request = currentRequest();
    const trace = request && { traceId: request.traceId, requestId: request.requestId };
    this.pino[level](scrub({ ...trace, ...this.bound, ...fields }), scrubText(message));
  }
}

/** Makes the process's logger. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line: string) => process.stdout.write(line));
  const destination = { write: (line: string) => write(options.readable === true ? readableLine(line) : line) };
  const settings = {
    level: options.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    // The fields arrive scrubbed; pino's own serializer would unwrap errors again.
    serializers: {},
  };
  return new Logger(pino(settings, destination), options.random);
}
