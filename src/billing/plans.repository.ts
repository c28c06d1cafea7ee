import { Injectable } from '@nestjs/common';
import { Database } from '../platform/index.js';
import { PLANS } from './plans.js';

@Injectable()
export class PlansRepository {
  constructor(private readonly database: Database) {}

  /** Adds the plans that are missing. Plans that exist keep what an administrator made of them. */
  async seed(): Promise<void> {
    for (const plan of PLANS) {
      await this.database.rows(
        `INSERT INTO plan (code, name_ru, name_en, suites, monthly_credits, paid) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (code) DO NOTHING`,
        [plan.code, plan.name.ru, plan.name.en, plan.suites, plan.monthlyCredits, plan.paid],
      );
    }
  }
}
