import { Inject, Injectable } from '@nestjs/common';
import { CallRegister, type Admission, type AdmissionRequest, type Settlement } from '../../calls/index.js';
import { CONFIG, type Config } from '../../config/index.js';
import { CLOCK, microCredits, type AppError, type Clock, type Credits } from '../../kernel/index.js';
import { Logger } from '../../platform/index.js';
import { CallRecords } from '../call-records.js';
import type { CallState } from '../call-state.js';
import type { Step } from '../compose.js';
import { outcomeOf } from '../outcome.js';
import {
  idempotencyConflict,
  idempotencyMismatch,
  insufficientCredits,
  notAccepted,
  notSettled,
  rateLimited,
  timedOut,
} from '../pipeline.errors.js';
import { PRICES, type Prices } from '../ports.js';
import { makeReceipt } from '../receipt.js';
import { storedReply, type StoredReply } from '../stored-reply.js';
import { toAppError } from '../to-app-error.js';

/** A price as this call met it. */
interface Quote {
  readonly priceId: bigint;
  readonly unit: Credits;
  /** The most that the call may cost: what is held. */
  readonly hold: Credits;
}

// These outcomes are the tool's own answer: the same key gives them again. Anything else frees the key for another try.
const KEPT = new Set(['success', 'tool_error']);

/**
 * One database round before the tool (limits, hold, accepted record, idempotency key) and one after it (capture or
 * release, terminal record, stored result). No accepted record, no run; no terminal record, no result and no charge.
 */
@Injectable()
export class AdmitStep implements Step<CallState> {
  constructor(
    private readonly register: CallRegister,
    private readonly records: CallRecords,
    private readonly logger: Logger,
    @Inject(PRICES) private readonly prices: Prices,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async around(state: CallState, next: () => Promise<void>): Promise<void> {
    const quote = this.quote(state);
    const admission = await this.admit(state, quote);
    state.recorded = true;
    if (admission.status === 'replay') {
      state.reply = storedReply(admission.result ?? '', this.receipt(state, quote, 0n, admission, true));
      state.outcome = state.reply.ok ? 'success' : outcomeOf(state.reply.code);
      return;
    }
    const refusal = this.refusal(state, admission, quote);
    if (refusal) throw refusal;
    try {
      await next();
      state.outcome = 'success';
    } catch (error) {
      state.failure = toAppError(error, this.logger, state.callId);
      state.outcome = outcomeOf(state.failure.code);
    }
    await this.settle(state, quote);
  }

  private quote({ call }: CallState): Quote {
    const { priceId, amount } = this.prices.current(call.tool.name);
    const most = BigInt(call.tool.definition.metered?.most ?? 1);
    return { priceId, unit: microCredits(amount), hold: microCredits(amount * most) };
  }

  private async admit(state: CallState, quote: Quote): Promise<Admission> {
    try {
      return await this.register.admit(this.request(state, quote));
    } catch (error) {
      throw notAccepted(this.logger.reportError(error, { callId: state.callId, tool: state.call.tool.name }));
    }
  }

  private request(state: CallState, quote: Quote): AdmissionRequest {
    const { principal, tool, idempotencyKey } = state.call;
    const { timeoutMs, rateLimit } = tool.definition;
    const record = this.records.accepted(state, quote.priceId);
    return {
      callId: state.callId,
      organisationId: principal.organisationId,
      userId: principal.userId,
      accountId: principal.accountId,
      tool: tool.name,
      amount: quote.hold,
      lifetimeMs: timeoutMs + this.config.calls.holdMarginMs,
      windows: [
        { key: `user:${principal.userId}`, calls: this.config.limits.callsPerMinute, ms: 60_000 },
        ...(rateLimit === undefined
          ? []
          : [{ key: `tool:${tool.name}:${principal.userId}`, calls: rateLimit.calls, ms: rateLimit.seconds * 1_000 }]),
      ],
      ...(idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, digest: record.args_digest } }),
      record,
    };
  }

  private refusal({ call }: CallState, admission: Admission, quote: Quote): AppError | undefined {
    switch (admission.status) {
      case 'rate_limited':
        return rateLimited(call.tool.name, Math.max(1, Math.ceil((admission.resetMs ?? 0) / 1_000)));
      case 'insufficient_credits':
        return insufficientCredits(quote.hold, admission.available ?? 0n, `${this.config.http.publicUrl}/credits`);
      case 'conflict':
        return idempotencyConflict();
      case 'mismatch':
        return idempotencyMismatch();
      case 'accepted':
      case 'replay':
        return undefined;
    }
  }

  private async settle(state: CallState, quote: Quote): Promise<void> {
    const { call, callId, failure, masked } = state;
    const stored: StoredReply | undefined = failure
      ? { error: { code: failure.code, text: failure.text, data: failure.data } }
      : { text: masked?.text ?? '{}' };
    let settlement: Settlement;
    try {
      settlement = await this.register.settle({
        callId,
        userId: call.principal.userId,
        registered: true,
        outcome: state.outcome ?? 'internal_error',
        capture: failure ? 0n : this.charge(state, quote),
        ...(call.idempotencyKey === undefined
          ? {}
          : {
              idempotency: {
                key: call.idempotencyKey,
                ...(KEPT.has(state.outcome ?? '') ? { result: JSON.stringify(stored) } : {}),
              },
            }),
        record: this.records.terminal(state, this.clock.monotonicMs()),
      });
    } catch (error) {
      throw notSettled(this.logger.reportError(error, { callId, tool: call.tool.name }));
    }
    // The sweeper was faster: the call has ended as orphaned and nothing was captured.
    if (settlement.status === 'late' && !failure) throw timedOut(call.tool.name, call.tool.definition.timeoutMs);
    const receipt = this.receipt(state, quote, settlement.captured, settlement, false);
    state.reply = failure
      ? { ok: false, error: failure, code: failure.code, receipt }
      : { ok: true, structured: masked?.structured ?? {}, text: masked?.text ?? '{}', receipt };
  }

  private charge({ call, meters }: CallState, quote: Quote): bigint {
    const { metered } = call.tool.definition;
    if (metered === undefined) return quote.hold;
    const units = Math.max(0, Math.min(metered.most, Math.trunc(meters.get(metered.name) ?? 0)));
    return quote.unit * BigInt(units);
  }

  private receipt(
    state: CallState,
    quote: Quote,
    charged: bigint,
    from: { readonly auditId: string; readonly available?: bigint },
    replayed: boolean,
  ) {
    return makeReceipt(state, { price: quote.hold, charged, replayed, ...from });
  }
}
