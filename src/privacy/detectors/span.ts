/** A place in a text that holds personal data. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: 'phone' | 'email' | 'person';
}
