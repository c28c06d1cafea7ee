export { maskArguments } from './mask-arguments.js';
export { MaskedResponse } from './mask.interceptor.js';
export { Masker, type Masked, type PiiReport } from './masker.js';
export { maskValue } from './masks.js';
export { PrivacyModule } from './privacy.module.js';
