export { Database, type DatabaseOptions } from './database.js';
export { migrate, MigrationError } from './migrate.js';
