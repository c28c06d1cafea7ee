export { AppError, ERROR_CODES, type ErrorCode } from './app-error.js';
export { CLOCK, RANDOM, type Clock, type Random } from './clock.js';
export { credits, formatCredits, microCredits, type Credits } from './credits.js';
export { isJsonObject, type Json, type JsonObject } from './json.js';
export { LOCALES, type LocalText, type Locale } from './locale.js';
export { scopeCovers, type CredentialKind, type Principal } from './principal.js';
export { isRight, RIGHTS, type Right } from './rights.js';
