/** An HTTP answer before the headers that all answers have. */
export interface HttpAnswer {
  readonly status: number;
  /** Finished JSON; absent: no body. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
