import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../kernel/index.js';
import { neutralise } from '../platform/index.js';
import { maskArguments } from '../privacy/index.js';
import { ArgumentDigest } from './argument-digest.js';
import type { CallState } from './call-state.js';

const MOST_AGENT = 300;
const MOST_NAME = 120;

/** The audit records of tool calls, named by the columns of `audit_record`; the SQL functions add time, stage and money. */
@Injectable()
export class CallRecords {
  constructor(private readonly digest: ArgumentDigest) {}

  /** Before the tool runs. */
  accepted(state: CallState, priceId: bigint): JsonObject & { readonly args_digest: string } {
    return { ...this.common(state), ...this.details(state), price_id: priceId.toString() };
  }

  /** After the tool: how it ended. The arguments stand in the accepted record. */
  terminal(state: CallState, now: number): JsonObject {
    return { ...this.common(state), ...ending(state, now) };
  }

  /** A call that was refused before admission: its only record. */
  refusal(state: CallState): JsonObject {
    return { ...this.common(state), ...this.details(state), ...ending(state, state.startedAt) };
  }

  private common({ call, callId }: CallState): JsonObject {
    const { principal, origin, tool } = call;
    return {
      action: 'tool.call',
      call_id: callId,
      organisation_id: principal.organisationId,
      user_id: principal.userId,
      credential_kind: principal.credential.kind,
      credential_id: principal.credential.id,
      surface: origin.surface,
      era: origin.era,
      batch_index: origin.batchIndex,
      tool: tool.name,
      tool_version: tool.definition.version ?? '1',
      ip: origin.ip,
      trace_id: origin.traceId,
    };
  }

  private details({ call }: CallState) {
    const { principal, origin, tool, input } = call;
    return {
      scopes: [...principal.scopes],
      client_name: origin.clientName === undefined ? undefined : neutralise(origin.clientName, MOST_NAME),
      user_agent: origin.userAgent === undefined ? undefined : neutralise(origin.userAgent, MOST_AGENT),
      args_digest: this.digest.of(tool.name, input),
      args: maskArguments(tool.definition.input, input),
    };
  }
}

function ending({ failure, outcome, masked, startedAt }: CallState, now: number): JsonObject {
  const rule = failure?.data.rule;
  return {
    outcome: outcome ?? 'success',
    denial_rule: typeof rule === 'string' ? rule : failure?.code,
    duration_ms: Math.max(0, Math.round(now - startedAt)),
    bytes: masked === undefined ? undefined : Buffer.byteLength(masked.text),
    ...(masked === undefined ? {} : { pii: { ...masked.pii } }),
    ...(failure?.data.errorId === undefined ? {} : { details: { error_id: failure.data.errorId } }),
  };
}
