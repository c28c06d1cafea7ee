import { decodeHeaderText, headerValue, type HeaderValue } from './header-value.js';
import { excerpt, type RpcCall } from './jsonrpc/index.js';
import type { ProtocolHeader, RejectionCause } from './rejection.js';

/** The headers that intermediaries route by in 2026-07-28 (Streamable HTTP, "Standard MCP Request Headers"). */
export interface StandardHeaders {
  readonly mcpMethod?: HeaderValue;
  readonly mcpName?: HeaderValue;
}

/** The parameter that `Mcp-Name` repeats; the tasks methods are those of the tasks extension. */
const NAME_SOURCE: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

/**
 * The first disagreement of Mcp-Method and Mcp-Name with the body. Values are compared with regard to case. Both are
 * required on requests; on a notification only a present Mcp-Method is compared. A body without the named parameter passes:
 * the method's own check of parameters says that better.
 */
export function standardHeaderFault(call: RpcCall, headers: StandardHeaders): RejectionCause | undefined {
  const method = headerValue(headers.mcpMethod);
  if (method === undefined) {
    return call.kind === 'request' ? mismatch('Mcp-Method', 'missing', call.method) : undefined;
  }
  if (method !== call.method) return mismatch('Mcp-Method', 'different', call.method, method);
  return call.kind === 'request' ? nameFault(call, headerValue(headers.mcpName)) : undefined;
}

function nameFault(call: RpcCall, header: string | undefined): RejectionCause | undefined {
  const source = NAME_SOURCE.get(call.method);
  if (source === undefined) return undefined;
  const expected = call.params?.[source];
  const named = typeof expected === 'string' ? expected : undefined;
  if (header === undefined) return named === undefined ? undefined : mismatch('Mcp-Name', 'missing', named);
  const got = decodeHeaderText(header);
  if (got === undefined) return mismatch('Mcp-Name', 'bad_encoding', named, header);
  return named === undefined || named === got ? undefined : mismatch('Mcp-Name', 'different', named, got);
}

/** The cause for a header that disagrees with the body. */
export function mismatch(
  header: ProtocolHeader,
  problem: 'missing' | 'different' | 'bad_encoding',
  expected?: string,
  got?: string,
): RejectionCause {
  return {
    reason: 'header_mismatch',
    header,
    problem,
    ...(expected !== undefined && { expected: excerpt(expected) }),
    ...(got !== undefined && { got: excerpt(got) }),
  };
}
