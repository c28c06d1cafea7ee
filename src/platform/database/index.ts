export { Database, type DatabaseOptions } from './database.js';
export { migrate } from './migrate.js';
