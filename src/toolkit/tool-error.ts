import type { JsonObject, LocalText } from '../kernel/index.js';

/**
 * A failure of a tool that the caller can act on: becomes `isError: true` with this text, and is never charged.
 * Anything else that a tool throws is a crash: the caller gets an `errorId`, the log gets the rest.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';

  /**
   * @param text says which argument, what was received and what is allowed, in every language
   * @param data machine-readable details for the log and `_meta`
   */
  constructor(
    readonly text: LocalText,
    readonly data: JsonObject = {},
    options?: ErrorOptions,
  ) {
    super(text.en, options);
  }
}
