import { Module } from '@nestjs/common';
import { AuditQuery } from './audit-query.repository.js';
import { AuditWriter } from './audit-writer.js';
import { AuditRepository } from './audit.repository.js';
import { UsageRepository } from './usage.repository.js';

@Module({
  providers: [AuditRepository, AuditWriter, AuditQuery, UsageRepository],
  exports: [AuditWriter, AuditQuery, UsageRepository],
})
export class AuditModule {}
