export { negotiateLocale } from './negotiate-locale.js';
