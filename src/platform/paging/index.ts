export { decodeCursor, encodeCursor } from './keyset-cursor.js';
export { pageOf, type Page } from './page.js';
