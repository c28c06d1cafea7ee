import request from 'supertest';
import { seedDemoIdentity } from '../../src/identity/index.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { startIdentity, type IdentityProcess } from './identity.js';
import { FixedClock, SeededRandom } from './time.js';

export const ENGINEER = { email: 'engineer@demo.local', password: 'demo-engineer-2026' } as const;
export const DISPATCHER = { email: 'dispatcher@demo.local', password: 'demo-dispatcher-2026' } as const;
export const ADMIN = { email: 'admin@demo.local', password: 'demo-admin-2026' } as const;

/** A new key as `POST /api/v1/keys` answers it. */
export interface KeyAnswer {
  readonly id: string;
  readonly key: string;
}

/** The REST doors of identity over HTTP, with the demo users of a fresh organisation before each test. */
export class IdentityDoors {
  private test: TestDatabase | undefined;
  private started: IdentityProcess | undefined;

  constructor(private readonly controllers: (new () => object)[] = []) {}

  get process(): IdentityProcess {
    if (this.started === undefined) throw new Error('Call reset() first');
    return this.started;
  }

  get database() {
    if (this.test === undefined) throw new Error('Call reset() first');
    return this.test.database;
  }

  async reset(): Promise<void> {
    this.test ??= await createTestDatabase();
    await this.database.rows('DELETE FROM organisation');
    await seedDemoIdentity(this.database, { clock: new FixedClock(), random: new SeededRandom(9), production: false });
    await this.restart();
  }

  /** Starts the process anew with other variables. */
  async restart(env: Record<string, string> = {}): Promise<void> {
    await this.started?.close();
    this.started = await startIdentity(this.database, { env, controllers: this.controllers });
  }

  async drop(): Promise<void> {
    await this.started?.close();
    await this.test?.drop();
  }

  http() {
    return request(this.process.app.getHttpServer());
  }

  login(email: string = ENGINEER.email, password: string = ENGINEER.password) {
    return this.http().post('/api/v1/auth/login').send({ email, password });
  }

  async loginToken(who: { email: string; password: string } = ENGINEER): Promise<string> {
    const answer = await this.login(who.email, who.password);
    return (answer.body as { token: string }).token;
  }

  async mcpToken(): Promise<string> {
    const answer = await this.http()
      .post('/api/v1/mcp/token')
      .set(bearer(await this.loginToken()));
    return (answer.body as { token: string }).token;
  }

  newKey(token: string, body: object = { name: 'for tests' }) {
    return this.http().post('/api/v1/keys').set(bearer(token)).send(body);
  }

  async key(token: string, body?: object): Promise<KeyAnswer> {
    return (await this.newKey(token, body)).body as KeyAnswer;
  }
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
