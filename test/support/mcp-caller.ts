/** What an MCP endpoint answered. */
export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed body; absent when it was empty. */
  readonly body?: RpcBody;
  readonly text: string;
}

export interface RpcBody {
  readonly id?: unknown;
  readonly result?: ToolResult & Record<string, unknown>;
  readonly error?: { code: number; message: string; data?: Record<string, unknown> };
}

interface ToolResult {
  readonly content: { type: string; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError: boolean;
  readonly _meta?: Record<string, Record<string, unknown>>;
}

/** The `_meta` of a 2026-07-28 request. */
export const STATELESS_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** Raw requests: what official clients never send, and what they send. */
export class McpCaller {
  private lastId = 0;

  constructor(
    readonly url: string,
    readonly token: string,
    readonly path = '/mcp',
  ) {}

  /** Sends a body as it is. */
  async send(
    body: string | Uint8Array | undefined,
    headers: Record<string, string> = {},
    method = 'POST',
  ): Promise<McpAnswer> {
    const answer = await fetch(`${this.url}${this.path}`, {
      method,
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...(this.token === '' ? {} : { Authorization: `Bearer ${this.token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    const json = (answer.headers.get('content-type') ?? '').includes('json') && text !== '';
    return {
      status: answer.status,
      headers: answer.headers,
      text,
      ...(json ? { body: JSON.parse(text) as RpcBody } : {}),
    };
  }

  /** A request of the handshake generation. */
  rpc(method: string, params?: object, headers: Record<string, string> = {}): Promise<McpAnswer> {
    this.lastId += 1;
    const message = { jsonrpc: '2.0', id: this.lastId, method, ...(params === undefined ? {} : { params }) };
    return this.send(JSON.stringify(message), { 'MCP-Protocol-Version': '2025-11-25', ...headers });
  }

  /** A request of 2026-07-28. */
  stateless(
    method: string,
    params: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<McpAnswer> {
    this.lastId += 1;
    const { _meta: meta, ...rest } = params;
    const message = {
      jsonrpc: '2.0',
      id: this.lastId,
      method,
      params: { ...rest, _meta: { ...STATELESS_META, ...(meta as object) } },
    };
    const name = typeof rest.name === 'string' ? { 'Mcp-Name': rest.name } : {};
    return this.send(JSON.stringify(message), {
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
      ...name,
      ...headers,
    });
  }

  /** Calls a tool and gives its result. @throws Error when there is none */
  async tool(
    name: string,
    args: object = {},
    headers: Record<string, string> = {},
    meta?: object,
  ): Promise<NonNullable<RpcBody['result']>> {
    const params = { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) };
    const { body, status, text } = await this.rpc('tools/call', params, headers);
    if (body?.result === undefined) throw new Error(`${name} answered ${String(status)}: ${text}`);
    return body.result;
  }
}
