import type { Principal } from '../kernel/index.js';
import type { RpcId } from '../protocol/index.js';

/**
 * The tool calls that this process is running, so that `notifications/cancelled` can find them. A call belongs to the
 * credential that started it: request ids are the client's own, everybody uses 1, and some clients use it for all calls.
 */
export class RunningCalls {
  private readonly calls = new Map<string, Set<AbortController>>();

  /** Notes a call; the returned key goes to `end`. */
  begin(principal: Principal, id: RpcId, abort: AbortController): string {
    const key = keyOf(principal, id);
    const same = this.calls.get(key);
    if (same === undefined) this.calls.set(key, new Set([abort]));
    else same.add(abort);
    return key;
  }

  end(key: string, abort: AbortController): void {
    const same = this.calls.get(key);
    if (same?.delete(abort) === true && same.size === 0) this.calls.delete(key);
  }

  /** Cancels every running call of this credential with this id; an unknown or finished id means nothing. */
  cancel(principal: Principal, id: RpcId): void {
    for (const abort of this.calls.get(keyOf(principal, id)) ?? []) abort.abort('cancelled');
  }

  /** How many different ids have a running call. */
  get size(): number {
    return this.calls.size;
  }
}

// 1 and "1" are different ids (JSON-RPC 2.0, section 4).
function keyOf({ userId, credential }: Principal, id: RpcId): string {
  return `${userId} ${credential.id} ${typeof id} ${String(id)}`;
}
