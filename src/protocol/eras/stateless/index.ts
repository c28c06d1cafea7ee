export { STATELESS_METHODS, type StatelessMethod } from './methods.js';
export { CACHEABLE_METHODS, projectStatelessResult, type CacheHint, type ServerInfo } from './project.js';
