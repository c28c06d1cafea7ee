import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Locale } from '../../kernel/index.js';
import type { Era, RpcId } from '../../protocol/index.js';
import type { HttpAnswer } from './answer.js';
import type { Surface } from './surfaces.js';

/** One HTTP request on an MCP path and its answer, which is written once. */
export class Exchange {
  /** Until the body is classified, an error is written as the handshake era wants it. */
  era: Era = 'handshake';
  /** Of the only request in the body, once it is known. */
  id?: RpcId;

  private readonly aborts: AbortController[] = [];
  private gone = false;

  /**
   * @param cors the headers that the answer has whatever becomes of the request
   * @param locale by the request alone; narrowed by the account when the caller is known
   */
  constructor(
    readonly surface: Surface,
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    private readonly cors: Readonly<Record<string, string>>,
    public locale: Locale,
  ) {
    response.on('close', () => this.onClose());
  }

  /**
   * What ends one message of this request. It aborts with `'disconnected'` when the client hangs up: on a surface that
   * answers with one JSON body there is nothing to come back for, in either era.
   */
  newAbort(): AbortController {
    const abort = new AbortController();
    if (this.gone) abort.abort('disconnected');
    this.aborts.push(abort);
    return abort;
  }

  /** Writes the answer; does nothing when there is one already or nobody is left to read it. */
  send({ status, body, headers }: HttpAnswer): void {
    const { response } = this;
    if (this.gone || response.headersSent) return;
    response.writeHead(status, {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      // RFC 9110, 8.6: a 204 has no Content-Length.
      ...(status !== 204 && { 'Content-Length': body === undefined ? 0 : Buffer.byteLength(body) }),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...this.cors,
      ...headers,
    });
    response.end(body);
  }

  private onClose(): void {
    if (this.response.writableFinished) return;
    this.gone = true;
    for (const abort of this.aborts) abort.abort('disconnected');
  }
}
