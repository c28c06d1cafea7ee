import { AppError } from '../kernel/index.js';
import type { Logger } from '../platform/index.js';
import { ToolError } from '../toolkit/index.js';
import { crashed } from './pipeline.errors.js';

/** Turns what was thrown into an error for the caller; an unexpected one is logged and only its id is shown. */
export function toAppError(error: unknown, logger: Logger, callId: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof ToolError) return new AppError('tool_failed', error.text, error.data, { cause: error });
  return crashed(logger.reportError(error, { callId }));
}
