import { Inject, Injectable } from '@nestjs/common';
import { microCredits, RANDOM, type Credits, type Random } from '../kernel/index.js';
import { Database } from '../platform/index.js';
import { unknownAccount, unknownOrganisation } from './billing.errors.js';

/** What an account holds, in micro-credits; `available` = `posted` - `held`, never below 0. */
export interface Balance {
  readonly posted: Credits;
  readonly held: Credits;
  readonly available: Credits;
}

/** An organisation's account and what its plan includes. */
interface AccountOfOrganisation {
  /** Absent until the account is opened. */
  readonly accountId?: string;
  /** `*` means all suites. */
  readonly suites: readonly string[];
  readonly planCode: string;
}

interface DirectoryRow {
  readonly plan_code: string;
  readonly account_id: string | null;
  readonly suites: string[] | null;
}

const BY_ORGANISATION = `
  SELECT o.plan_code, a.id AS account_id, p.suites
    FROM organisation o
    LEFT JOIN account a ON a.organisation_id = o.id AND a.kind = 'customer'
    LEFT JOIN plan p ON p.code = o.plan_code
   WHERE o.id = $1`;

/** Customers' accounts. The table `organisation` belongs to identity and is shared through SQL only, never through code. */
@Injectable()
export class AccountsRepository {
  constructor(
    private readonly database: Database,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  /**
   * Opens the account of an organisation, or finds the one that is open.
   * @returns the account's id
   */
  async open(organisationId: string): Promise<string> {
    await this.database.rows(
      `INSERT INTO account (id, organisation_id, kind) VALUES ($1, $2, 'customer')
       ON CONFLICT (organisation_id) WHERE kind = 'customer' DO NOTHING`,
      [this.random.uuid(), organisationId],
    );
    const [row] = await this.database.rows<{ id: string }>(
      `SELECT id FROM account WHERE organisation_id = $1 AND kind = 'customer'`,
      [organisationId],
    );
    if (row === undefined) throw unknownOrganisation(organisationId);
    return row.id;
  }

  /**
   * The account and the suites of an organisation's plan; a plan that does not exist includes nothing.
   * @throws AppError `not_found` when there is no such organisation
   */
  async ofOrganisation(organisationId: string): Promise<AccountOfOrganisation> {
    const [row] = await this.database.prepared<DirectoryRow>('billing_by_organisation', BY_ORGANISATION, [
      organisationId,
    ]);
    if (row === undefined) throw unknownOrganisation(organisationId);
    return {
      planCode: row.plan_code,
      suites: row.suites ?? [],
      ...(row.account_id === null ? {} : { accountId: row.account_id }),
    };
  }

  /** @throws AppError `not_found` when there is no such customer account */
  async balance(accountId: string): Promise<Balance> {
    const [row] = await this.database.rows<{ posted: bigint; held: bigint }>(
      `SELECT posted, held FROM account WHERE id = $1 AND kind = 'customer'`,
      [accountId],
    );
    if (row === undefined) throw unknownAccount(accountId);
    return {
      posted: microCredits(row.posted),
      held: microCredits(row.held),
      available: microCredits(row.posted - row.held),
    };
  }
}
