import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../kernel/index.js';
import { Database } from '../platform/index.js';

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Appends one record, an object named by the columns of `audit_record`, in a transaction of its own. */
  async append(record: JsonObject): Promise<void> {
    await this.database.rows(
      'INSERT INTO audit_record OVERRIDING USER VALUE SELECT * FROM json_populate_record(NULL::audit_record, $1::json)',
      [JSON.stringify(record)],
    );
  }
}
