/** The price book, bound to billing by the composition root. */
export interface Prices {
  /** The price in force: of a call, or of one unit of a metered tool, micro-credits. */
  current(tool: string): { readonly priceId: bigint; readonly amount: bigint };
}
export const PRICES = Symbol('Prices');
