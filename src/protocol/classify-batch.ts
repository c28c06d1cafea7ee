import type { Json } from '../kernel/index.js';
import { readMessage, type RpcMessage } from './jsonrpc/index.js';
import type { BatchProblem, RejectionCause } from './rejection.js';

/** The largest number of messages in a batch, as seeds 001, 003 and 004 promise. */
const MAX_BATCH = 10;

/**
 * Reads the elements of a batch, or says why all of it is refused. It is refused as a whole when one element is malformed:
 * an answer for that element could carry no id, and which elements were run and charged must be beyond doubt. Two requests
 * with one id are refused for the same reason; 1 and "1" are different ids.
 */
export function readBatch(elements: readonly Json[]): readonly RpcMessage[] | RejectionCause {
  const refuse = (problem: BatchProblem, element?: number): RejectionCause => ({
    reason: 'invalid_batch',
    problem,
    count: elements.length,
    limit: MAX_BATCH,
    ...(element !== undefined && { element }),
  });
  if (elements.length === 0) return refuse('empty');
  if (elements.length > MAX_BATCH) return refuse('too_long');
  const messages: RpcMessage[] = [];
  const ids = new Set<string | number>();
  for (const [element, value] of elements.entries()) {
    if (Array.isArray(value)) return refuse('nested', element);
    const message = readMessage(value);
    if (message.kind === 'malformed') return { reason: 'invalid_request', problem: message.problem, element };
    // MCP 2025-03-26, Lifecycle: the initialize request MUST NOT be part of a batch.
    if (message.kind !== 'response' && message.method === 'initialize') return refuse('initialize', element);
    if (message.kind === 'request') {
      if (ids.has(message.id)) return refuse('duplicate_id', element);
      ids.add(message.id);
    }
    messages.push(message);
  }
  return messages;
}
