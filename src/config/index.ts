export { CONFIG, type Config } from './config.js';
export { readConfig } from './read-config.js';
