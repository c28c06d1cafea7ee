/**
 * The way to the database that rounds of several kinds share: at most `most` of them are under way at once. Rounds that
 * meet at the same rows would only wait for each other's locks there.
 */
export class Lane {
  private flying = 0;
  private readonly members: (() => void)[] = [];

  constructor(private readonly most: number) {}

  get free(): boolean {
    return this.flying < this.most;
  }

  /** `whenFree` is called each time a round has ended. */
  join(whenFree: () => void): void {
    this.members.push(whenFree);
  }

  enter(): void {
    this.flying += 1;
  }

  leave(): void {
    this.flying -= 1;
    this.members.forEach((whenFree) => whenFree());
  }
}

/** How a round gathers its items. */
export interface RoundOptions<I, O> {
  /** Most items in one database round; 1 switches grouping off. */
  readonly most: number;
  readonly lane: Lane;
  /** How long a round waits to become as large as recent ones, ms; 0 never waits. */
  readonly gatherMs: number;
  /** Sends one group; answers in the order of the items. */
  readonly send: (items: readonly I[]) => Promise<readonly O[]>;
  /** True for a failure that one bad item may have caused: then every item is sent by itself. */
  readonly isItemFault: (error: unknown) => boolean;
  readonly onSent?: (size: number) => void;
}

// A burst is forgotten after some twenty rounds.
const FORGET = 0.9;

interface Waiting<I, O> {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Groups concurrent items into rounds: what arrives while the rounds under way are busy goes into the next one. After a
 * shared round the next ones wait a moment for as much company, because a round of sixteen costs little more than a round
 * of four. A lone call is sent at the end of its own event-loop turn.
 */
export class Round<I, O> {
  private queue: Waiting<I, O>[] = [];
  private scheduled = false;
  /** The size of recent rounds, slowly forgotten. */
  private usual = 1;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: RoundOptions<I, O>) {
    options.lane.join(() => this.schedule());
  }

  push(item: I): Promise<O> {
    return new Promise<O>((resolve, reject) => {
      this.queue.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || !this.options.lane.free || this.queue.length === 0) return;
    if (this.queue.length < this.usual - 1 && this.options.gatherMs > 0) {
      this.timer ??= setTimeout(() => this.send(), this.options.gatherMs);
      return;
    }
    this.scheduled = true;
    setImmediate(() => this.send());
  }

  private send(): void {
    this.scheduled = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    while (this.options.lane.free && this.queue.length > 0) {
      const group = this.queue.splice(0, this.options.most);
      this.usual = Math.max(group.length, this.usual * FORGET);
      void this.flush(group);
    }
  }

  private async flush(group: readonly Waiting<I, O>[]): Promise<void> {
    this.options.lane.enter();
    this.options.onSent?.(group.length);
    try {
      const answers = await this.options.send(group.map((waiting) => waiting.item));
      group.forEach((waiting, index) => {
        const answer = answers[index];
        if (answer === undefined) waiting.reject(new Error('The database answered fewer items than were sent'));
        else waiting.resolve(answer);
      });
    } catch (error) {
      await this.fail(group, error);
    } finally {
      this.options.lane.leave();
    }
  }

  private async fail(group: readonly Waiting<I, O>[], error: unknown): Promise<void> {
    if (group.length === 1 || !this.options.isItemFault(error)) {
      group.forEach((waiting) => waiting.reject(error));
      return;
    }
    // One poisoned item must not fail its neighbours.
    for (const waiting of group) {
      const answer = await this.options.send([waiting.item]).catch((cause: unknown) => {
        waiting.reject(cause);
      });
      if (answer?.[0] !== undefined) waiting.resolve(answer[0]);
      else if (answer) waiting.reject(new Error('The database answered fewer items than were sent'));
    }
  }
}
