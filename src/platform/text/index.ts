export { canonicalJson } from './canonical-json.js';
export { neutralise } from './neutralise.js';
