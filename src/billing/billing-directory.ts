import { Injectable } from '@nestjs/common';
import { AccountsRepository } from './accounts.repository.js';

/** Which account pays for an organisation and what its plan is. */
interface OpenAccount {
  readonly accountId: string;
  /** `*` means all. */
  readonly suites: readonly string[];
  readonly planCode: string;
}

/** Answers identity's question about an organisation: which account pays and which suites its plan includes. */
@Injectable()
export class BillingDirectory {
  constructor(private readonly accounts: AccountsRepository) {}

  /**
   * The account is opened at the first question, so that a new organisation needs no further step.
   * @throws AppError `not_found` when there is no such organisation
   */
  async accountOf(organisationId: string): Promise<OpenAccount> {
    const { accountId, suites, planCode } = await this.accounts.ofOrganisation(organisationId);
    return { accountId: accountId ?? (await this.accounts.open(organisationId)), suites, planCode };
  }
}
