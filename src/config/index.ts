export { CONFIG, type Config } from './config.js';
export { ConfigError, readConfig } from './read-config.js';
