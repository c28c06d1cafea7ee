export { AUDIT_OUTCOMES, AUDIT_STAGES, type AuditEvent, type AuditOutcome, type AuditStage } from './audit-event.js';
export { AuditQuery, type AuditFilter, type AuditRow } from './audit-query.repository.js';
export { AuditWriter } from './audit-writer.js';
export { AuditModule } from './audit.module.js';
export { UsageRepository, type UsageCall, type UsageRow } from './usage.repository.js';
