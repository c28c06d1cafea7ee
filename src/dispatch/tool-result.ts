import { META } from '../catalog/index.js';
import { formatCredits, type AppError, type JsonObject, type Locale } from '../kernel/index.js';
import type { Receipt, ToolCallReply } from '../pipeline/index.js';
import { wellFormed } from '../protocol/index.js';

/** The key of a result's `_meta` that holds the receipt: what the call cost and where it is recorded. */
export const RECEIPT_KEY = `${META}/receipt`;
/** The key of a failed result's `_meta` that holds the stable code and machine-readable details. */
export const ERROR_KEY = `${META}/error`;

/** The result of `tools/call` in its fullest form. A failure has no `structuredContent`: it would not fit `outputSchema`. */
export function toolResult(reply: ToolCallReply, locale: Locale): JsonObject {
  if (!reply.ok) return failure(reply.error, reply.receipt, locale);
  return {
    content: [{ type: 'text', text: reply.text }],
    structuredContent: reply.structured,
    isError: false,
    _meta: { [RECEIPT_KEY]: receiptObject(reply.receipt) },
  };
}

function failure({ code, text, data }: AppError, receipt: Receipt | undefined, locale: Locale): JsonObject {
  return {
    content: [{ type: 'text', text: wellFormed(text[locale]) }],
    isError: true,
    _meta: {
      [ERROR_KEY]: { ...data, code },
      ...(receipt !== undefined && { [RECEIPT_KEY]: receiptObject(receipt) }),
    },
  };
}

/** Credits are decimal strings: a JSON number would be rounded by most readers. */
function receiptObject({ callId, price, charged, available, traceId, auditId, replayed }: Receipt): JsonObject {
  return {
    callId,
    price: formatCredits(price),
    charged: formatCredits(charged),
    ...(available !== undefined && { available: formatCredits(available) }),
    traceId,
    auditId,
    replayed,
  };
}
