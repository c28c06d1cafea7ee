import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, RANDOM, type Clock, type Principal, type Random } from '../../kernel/index.js';
import { neutralise } from '../../platform/index.js';
import { Authenticator } from '../authenticator/authenticator.js';
import { keyNotFound, tooManyKeys } from '../identity.errors.js';
import { actorOf, Journal, type ActionOrigin } from '../journal.js';
import { makeApiKey } from './api-key.format.js';
import { ApiKeyRepository, type ApiKeyView } from './api-key.repository.js';

const MOST_ACTIVE = 100;
const MS_PER_DAY = 86_400_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface NewKeyWish {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly readOnly: boolean;
  /** Absent: the key does not expire. */
  readonly expiresInDays?: number;
}

/** API keys of the logged-in user. */
@Injectable()
export class ApiKeyService {
  constructor(
    private readonly keys: ApiKeyRepository,
    private readonly journal: Journal,
    private readonly authenticator: Authenticator,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RANDOM) private readonly random: Random,
  ) {}

  /**
   * Makes a key; `key` is its clear text, which nobody can show again.
   * @throws AppError `conflict` when the user has 100 active keys
   */
  async create(principal: Principal, wish: NewKeyWish, origin: ActionOrigin): Promise<ApiKeyView & { key: string }> {
    const now = this.clock.now();
    if ((await this.keys.countActive(principal.userId, now)) >= MOST_ACTIVE) throw tooManyKeys(MOST_ACTIVE);
    const { key, ...known } = makeApiKey(this.random);
    const id = this.random.uuid();
    const scopes = [...new Set(wish.scopes)];
    const details = { scopes, read_only: wish.readOnly, expires_in_days: wish.expiresInDays ?? null };
    await this.journal.record({ action: 'key_created', actor: actorOf(principal), ...origin, targetId: id, details });
    const view = await this.keys.add({
      id,
      organisationId: principal.organisationId,
      userId: principal.userId,
      name: neutralise(wish.name),
      ...known,
      scopes,
      readOnly: wish.readOnly,
      createdAt: now,
      expiresAt: wish.expiresInDays === undefined ? null : new Date(now.getTime() + wish.expiresInDays * MS_PER_DAY),
    });
    return { ...view, key };
  }

  list(principal: Principal): Promise<ApiKeyView[]> {
    return this.keys.ofUser(principal.userId);
  }

  /**
   * Revokes first and records afterwards: a leaked key must die even when the journal is down.
   * @throws AppError `not_found` for a key of somebody else as for one that never was
   */
  async revoke(principal: Principal, id: string, origin: ActionOrigin): Promise<void> {
    const known = UUID.test(id) && (await this.keys.revoke(principal.userId, id, this.clock.now()));
    if (!known) throw keyNotFound();
    this.authenticator.invalidate({ kind: 'credential', id: id.toLowerCase() });
    await this.journal.record({ action: 'key_revoked', actor: actorOf(principal), ...origin, targetId: id });
  }
}
