import type { Clock, Principal } from '../../kernel/index.js';
import { BoundedMap } from './bounded-map.js';

const MOST_ENTRIES = 10_000;

/** A checked credential. */
export interface Authenticated {
  readonly principal: Principal;
  /** When the credential itself ends; absent for keys without expiry. */
  readonly expiresAt?: Date;
  /** The fingerprint of the password that the token was issued under; absent for keys. */
  readonly pwf?: string;
}

/** Whom a change concerns. `all` when it can't be told, for instance after a lost connection. */
export type Subject = { readonly kind: 'credential' | 'user' | 'organisation'; readonly id: string } | 'all';

interface Entry {
  readonly since: number;
  readonly value: Authenticated;
}

/**
 * Remembers checked credentials for at most `maxAgeMs`, counted from the start of the look-up. Look-ups of one
 * credential are shared while they run. A look-up that began before a change is neither stored nor shared with requests
 * that come after it: it may have read the state before the change.
 */
export class PrincipalCache {
  private readonly entries = new BoundedMap<Entry>(MOST_ENTRIES);
  private readonly flights = new Map<string, Promise<Authenticated>>();
  private epoch = 0;

  constructor(
    private readonly clock: Clock,
    private readonly maxAgeMs: number,
  ) {}

  /** The remembered answer, if it is young enough. */
  get(key: string): Authenticated | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && this.clock.monotonicMs() - entry.since < this.maxAgeMs ? entry.value : undefined;
  }

  /** Loads the answer, together with everyone who asks for the same key meanwhile; a failure is not remembered. */
  load(key: string, load: () => Promise<Authenticated>): Promise<Authenticated> {
    const running = this.flights.get(key);
    if (running !== undefined) return running;
    const flight = this.fill(key, load).finally(() => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    });
    this.flights.set(key, flight);
    return flight;
  }

  /** Forgets whatever the change may concern. */
  invalidate(subject: Subject): void {
    this.epoch += 1;
    this.flights.clear();
    if (subject === 'all') this.entries.clear();
    else this.entries.removeWhere(({ value }) => concerns(subject, value.principal));
  }

  private async fill(key: string, load: () => Promise<Authenticated>): Promise<Authenticated> {
    const { epoch } = this;
    const since = this.clock.monotonicMs();
    const value = await load();
    if (epoch === this.epoch) this.entries.set(key, { since, value });
    return value;
  }
}

function concerns(subject: Exclude<Subject, 'all'>, principal: Principal): boolean {
  if (subject.kind === 'credential') return principal.credential.id === subject.id;
  return subject.id === (subject.kind === 'user' ? principal.userId : principal.organisationId);
}
