import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { RANDOM, type Random } from '../kernel/index.js';
import { Metrics } from '../platform/index.js';
import type { Admission, AdmissionRequest, Settlement, SettlementRequest } from './call-register.types.js';
import { CallsRepository } from './calls.repository.js';
import { isItemFault, isTransient } from './database-faults.js';
import { Lane, Round } from './round.js';

// Admissions and settlements of busy accounts meet at the same rows.
const ROUNDS_IN_FLIGHT = 1;
const GATHER_MS = 2;
const SETTLE_RETRIES_MS = [20, 100, 500, 2_000];

/** The register of calls: admission before a tool runs, settlement after; concurrent calls share database rounds. */
@Injectable()
export class CallRegister {
  /** Names this process in the register. */
  readonly owner: string;
  private readonly admissions: Round<AdmissionRequest, Admission>;
  private readonly settlements: Round<SettlementRequest, Settlement>;

  constructor(
    private readonly repository: CallsRepository,
    @Inject(CONFIG) config: Config,
    @Inject(RANDOM) random: Random,
    metrics: Metrics,
  ) {
    this.owner = random.uuid();
    const common = { most: config.calls.groupMax, lane: new Lane(ROUNDS_IN_FLIGHT), gatherMs: GATHER_MS, isItemFault };
    this.admissions = new Round({
      ...common,
      send: (items) => repository.admit(items, this.owner),
      onSent: (size) => metrics.round('admit', size),
    });
    this.settlements = new Round({
      ...common,
      send: (items) => this.settleGroup(items),
      onSent: (size) => metrics.round('settle', size),
    });
  }

  /** One of the statuses, its audit record written; throws when the database could not take the record. */
  admit(request: AdmissionRequest): Promise<Admission> {
    return this.admissions.push(request);
  }

  /** Ends a call. Repeats itself over lost connections: the database answers a repeated request as the first time. */
  settle(request: SettlementRequest): Promise<Settlement> {
    return this.settlements.push(request);
  }

  private async settleGroup(items: readonly SettlementRequest[]): Promise<readonly Settlement[]> {
    for (const delay of SETTLE_RETRIES_MS) {
      try {
        return await this.repository.settle(items, this.owner);
      } catch (error) {
        if (!isTransient(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
    return this.repository.settle(items, this.owner);
  }
}
