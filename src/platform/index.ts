export { Database, migrate, MigrationError, type DatabaseOptions } from './database/index.js';
export { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres/index.js';
export { projectRoot } from './paths.js';
export { SystemClock, SystemRandom } from './time/time.js';
