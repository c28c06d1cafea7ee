export { Draining } from './draining.js';
export { openDatabase, type OpenedDatabase } from './open-database.js';
