import { Injectable } from '@nestjs/common';
import { ToolRegistry } from '../../catalog/index.js';
import { isJsonObject, type AppError, type Json, type JsonObject } from '../../kernel/index.js';
import { ToolCallPipeline, type ToolCall, type ToolCallReply } from '../../pipeline/index.js';
import { argumentsNotObject, nameNotText, unknownTool } from '../dispatch.errors.js';
import type { Handler, HandlerReply } from '../handler.js';
import { idempotencyKeyOf } from '../idempotency-key.js';
import type { KnownCaller } from '../rpc-context.js';
import { RunningCalls } from '../running-calls.js';
import { toolResult } from '../tool-result.js';

const NO_ARGUMENTS: JsonObject = {};

/** Reads a tool call and hands it to the pipeline. */
@Injectable()
export class ToolsCallHandler implements Handler {
  constructor(
    private readonly registry: ToolRegistry,
    private readonly pipeline: ToolCallPipeline,
    private readonly running: RunningCalls,
  ) {}

  async handle(context: KnownCaller): Promise<HandlerReply> {
    const reply = await this.run(context, this.read(context));
    if (!reply.ok && asksForScope(context, reply.error)) throw reply.error;
    return { result: toolResult(reply, context.locale) };
  }

  private read(context: KnownCaller): ToolCall {
    const { name } = context.params;
    if (typeof name !== 'string') throw nameNotText();
    const tool = this.registry.get(name);
    if (tool === undefined) throw unknownTool(name);
    const input = readArguments(context.params.arguments);
    const idempotencyKey = idempotencyKeyOf(context);
    return {
      principal: context.principal,
      tool,
      input,
      origin: context.origin,
      locale: context.locale,
      ...(idempotencyKey !== undefined && { idempotencyKey }),
      signal: context.abort.signal,
    };
  }

  private async run({ principal, id, abort }: KnownCaller, call: ToolCall): Promise<ToolCallReply> {
    if (id === undefined) return this.pipeline.run(call);
    const key = this.running.begin(principal, id, abort);
    try {
      return await this.pipeline.run(call);
    } finally {
      this.running.end(key, abort);
    }
  }
}

/**
 * RFC 6750, 3.1: a client that can obtain a wider token is told by HTTP 403 which scope is missing. Every client of the
 * stateless revision can, in the handshake revisions OAuth clients; in a batch the 403 would hide the other answers.
 */
function asksForScope({ wire, principal, origin }: KnownCaller, error: AppError): boolean {
  if (error.code !== 'scope_missing' || error.data.missing_scope === undefined) return false;
  return origin.batchIndex === undefined && (wire.era === 'stateless' || principal.credential.kind === 'oauth');
}

/** Absent and null mean no arguments; some clients send null for a tool that has none. */
function readArguments(value: Json | undefined): JsonObject {
  if (value === undefined || value === null) return NO_ARGUMENTS;
  if (!isJsonObject(value)) throw argumentsNotObject(value);
  return value;
}
