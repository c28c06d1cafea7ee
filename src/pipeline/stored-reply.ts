import { AppError, type ErrorCode, type JsonObject, type LocalText } from '../kernel/index.js';
import type { Receipt, ToolCallReply } from './tool-call.js';

/** What is kept under an idempotency key: the very text of the answer, or the tool's error. */
export type StoredReply =
  | { readonly text: string }
  | { readonly error: { readonly code: ErrorCode; readonly text: LocalText; readonly data: JsonObject } };

/** The reply that a repeated call gets: the bytes of the first one. */
export function storedReply(stored: string, receipt: Receipt): ToolCallReply {
  const reply = JSON.parse(stored) as StoredReply;
  if ('text' in reply) return { ok: true, structured: JSON.parse(reply.text) as JsonObject, text: reply.text, receipt };
  const error = new AppError(reply.error.code, reply.error.text, reply.error.data);
  return { ok: false, error, code: error.code, receipt };
}
