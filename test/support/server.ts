import { seedDemoBilling } from '../../src/billing/index.js';
import { start, type Running } from '../../src/boot/start.js';
import { readConfig } from '../../src/config/index.js';
import { seedDemoIdentity } from '../../src/identity/index.js';
import { SystemClock, SystemRandom, type Database } from '../../src/platform/index.js';
import { createTestDatabase } from './database.js';
import { McpCaller } from './mcp-caller.js';
import { ProbeSuite } from './probe-suite.js';

const TEST_SECRET = 'a secret that only the tests know, long enough';
type Role = 'admin' | 'engineer' | 'dispatcher';

/** A running server with the demo organisation, its users and the probe tools; the city only where a test loads it. */
export interface TestServer {
  readonly url: string;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly running: Running;
  readonly organisationId: string;
  /** An MCP token of the engineer (no right to personal data). */
  readonly token: string;
  /** A login token. */
  login(role: Role, password?: string): Promise<string>;
  /** A caller with an MCP token of the role. */
  caller(role: Role): Promise<McpCaller>;
  userId(role: Role): Promise<string>;
  stop(): Promise<void>;
}

/** @param env variables that differ from the test's defaults */
export async function startTestServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const test = await createTestDatabase();
  const clock = new SystemClock();
  const random = new SystemRandom(clock);
  const demo = { production: false, clock, random };
  const { organisationId } = await seedDemoIdentity(test.database, { ...demo, planCode: 'BUSINESS' });
  await seedDemoBilling(test.database, { organisationId, clock, random });
  const config = readConfig(testEnvironment(test.url, env));
  const running = await start(config, [ProbeSuite]);
  const login = async (role: Role, password = `demo-${role}-2026`): Promise<string> => {
    const answer = await post(`${running.url}/api/v1/auth/login`, { email: `${role}@demo.local`, password });
    return (answer as { token: string }).token;
  };
  const mcpToken = async (role: Role): Promise<string> => {
    const answer = await post(`${running.url}/api/v1/mcp/token`, {}, await login(role));
    return (answer as { token: string }).token;
  };
  return {
    url: running.url,
    databaseUrl: test.url,
    database: test.database,
    running,
    organisationId,
    token: await mcpToken('engineer'),
    login,
    caller: async (role) => new McpCaller(running.url, await mcpToken(role)),
    userId: async (role) => {
      const rows = await test.database.rows<{ id: string }>('SELECT id FROM app_user WHERE email = $1', [
        `${role}@demo.local`,
      ]);
      return rows[0]?.id ?? '';
    },
    stop: async () => {
      await running.stop();
      await test.drop();
    },
  };
}

/** The environment of a server under test. */
export function testEnvironment(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    AUTH_SECRET: TEST_SECRET,
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    SEED_DEMO: 'false',
    RATE_LIMIT: '1000000',
    LOGIN_RATE_LIMIT: '10000',
    CORS_ALLOWED_ORIGINS: 'https://app.example',
    ...env,
  };
}

/** @throws Error with the answer when it is not 2xx */
export async function post(url: string, body: object, bearer?: string): Promise<unknown> {
  const authorization = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...authorization },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${url} answered ${String(answer.status)}: ${text}`);
  return JSON.parse(text);
}
