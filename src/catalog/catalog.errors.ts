/** The tools contradict the rules of the catalog; the service does not start. The message lists every mistake. */
export class CatalogError extends Error {
  override readonly name = 'CatalogError';

  constructor(readonly mistakes: readonly string[]) {
    super(`The catalog has ${String(mistakes.length)} mistake(s):\n${mistakes.map((text) => `- ${text}`).join('\n')}`);
  }
}
