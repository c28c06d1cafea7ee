import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../kernel/index.js';
import { journalUnavailable } from './identity.errors.js';
import { ACTION_JOURNAL, type ActionJournal, type ManagementAction } from './ports.js';

/** Where a management request came from. */
export interface ActionOrigin {
  readonly ip: string;
  readonly userAgent?: string;
}

/** Records management actions; fails closed. */
@Injectable()
export class Journal {
  constructor(@Inject(ACTION_JOURNAL) private readonly journal: ActionJournal) {}

  /** @throws AppError `audit_unavailable` when the record is not durable */
  async record(action: ManagementAction): Promise<void> {
    try {
      await this.journal.record(action);
    } catch (error) {
      throw journalUnavailable(error);
    }
  }
}

/** The actor of an action that a logged-in person takes. */
export function actorOf({ organisationId, userId }: Pick<Principal, 'organisationId' | 'userId'>): {
  organisationId: string;
  userId: string;
} {
  return { organisationId, userId };
}
