/** The SQLSTATE of a database error, `''` for anything else (a lost connection has none). */
function sqlState(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
}

/** Class 22 (data) and 23 (integrity): one item of a group may have caused it. */
export function isItemFault(error: unknown): boolean {
  return /^2[23]/.test(sqlState(error));
}

/**
 * Worth asking again: connection lost or refused (no SQLSTATE, class 08), deadlock or serialisation failure (class 40),
 * server starting or stopping, too many connections (class 53, 57).
 */
export function isTransient(error: unknown): boolean {
  const state = sqlState(error);
  return state === '' || /^(08|40|53|57P)/.test(state);
}
