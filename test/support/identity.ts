import { Global, Module, type NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { readConfig } from '../../src/config/index.js';
import {
  ACTION_JOURNAL,
  Authenticator,
  BILLING_DIRECTORY,
  IdentityModule,
  TOOL_DIRECTORY,
  type ManagementAction,
} from '../../src/identity/index.js';
import { CLOCK, RANDOM } from '../../src/kernel/index.js';
import { PlatformModule, useHttpEdge, type Database } from '../../src/platform/index.js';
import { DtoPipe } from '../../src/platform/validation/index.js';
import { FixedClock, SeededRandom } from './time.js';

export const TEST_SECRET = 'a secret of the tests, 32 characters or more';

/** What the ports of identity answer in a test; a test may change it at any time. */
export class IdentityPorts {
  readonly actions: ManagementAction[] = [];
  journalWorks = true;
  billingWorks = true;
  billingAsked = 0;

  record(action: ManagementAction): Promise<void> {
    if (!this.journalWorks) return Promise.reject(new Error('The journal is down'));
    this.actions.push(action);
    return Promise.resolve();
  }

  accountOf(organisationId: string) {
    this.billingAsked += 1;
    if (!this.billingWorks) return Promise.reject(new Error('Billing is down'));
    return Promise.resolve({ accountId: `account of ${organisationId}`, suites: ['heat'] });
  }

  list() {
    return [{ name: 'list_fragments', title: { ru: 'Фрагменты', en: 'Fragments' }, right: 'heat:read' as const }];
  }
}

export interface IdentityProcess {
  readonly app: NestExpressApplication;
  readonly authenticator: Authenticator;
  readonly ports: IdentityPorts;
  readonly clock: FixedClock;
  close(): Promise<void>;
}

/** The identity module alone, as one process of the service runs it; several may share a database and a clock. */
export async function startIdentity(
  database: Database,
  options: { env?: Record<string, string>; clock?: FixedClock; seed?: number; controllers?: (new () => object)[] } = {},
): Promise<IdentityProcess> {
  const clock = options.clock ?? new FixedClock();
  const ports = new IdentityPorts();
  const config = readConfig({ LOG_LEVEL: 'silent', AUTH_SECRET: TEST_SECRET, PORT: '8080', ...options.env });

  @Global()
  @Module({
    providers: [BILLING_DIRECTORY, TOOL_DIRECTORY, ACTION_JOURNAL].map((provide) => ({ provide, useValue: ports })),
    exports: [BILLING_DIRECTORY, TOOL_DIRECTORY, ACTION_JOURNAL],
  })
  class PortsModule {}

  const testing = await Test.createTestingModule({
    imports: [PlatformModule.forRoot(config, database), PortsModule, IdentityModule],
    controllers: options.controllers ?? [],
  })
    .overrideProvider(CLOCK)
    .useValue(clock)
    .overrideProvider(RANDOM)
    .useValue(new SeededRandom(options.seed ?? 1))
    .compile();
  const httpOptions: NestApplicationOptions = { bodyParser: false };
  const app = testing.createNestApplication<NestExpressApplication>(httpOptions);
  useHttpEdge(app);
  app.useGlobalPipes(new DtoPipe());
  await app.init();
  return { app, authenticator: app.get(Authenticator), ports, clock, close: () => app.close() };
}
