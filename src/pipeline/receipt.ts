import { microCredits, type Credits } from '../kernel/index.js';
import type { CallState } from './call-state.js';
import type { Receipt } from './tool-call.js';

interface ReceiptFacts {
  readonly price: Credits;
  readonly charged: bigint;
  readonly available?: bigint;
  readonly auditId: string;
  readonly replayed: boolean;
}

/** The receipt of a call that reached admission. */
export function makeReceipt({ call, callId }: CallState, facts: ReceiptFacts): Receipt {
  return {
    callId,
    price: facts.price,
    charged: microCredits(facts.charged),
    ...(facts.available === undefined ? {} : { available: microCredits(facts.available) }),
    traceId: call.origin.traceId,
    auditId: facts.auditId,
    replayed: facts.replayed,
  };
}
