import { LOCALES } from '../kernel/index.js';
import type { Config } from './config.js';
import { EnvReader } from './env-reader.js';

const SECRET_LENGTH = 32;
const METRICS_TOKEN_LENGTH = 16;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The configuration is wrong; the message lists every bad variable by name. */
class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Turns the environment into the configuration.
 * @throws ConfigError naming every variable that is wrong (never a value: it may be a secret).
 */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const read = new EnvReader(env);
  const production = read.text('NODE_ENV') === 'production';
  const port = read.integer('PORT', 8080, 0, 65_535);
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const config: Config = {
    production,
    http: readHttp(read, port),
    database: {
      ...(databaseUrl === undefined ? {} : { url: databaseUrl }),
      dataDir: read.text('DATA_DIR') ?? '.data',
      embeddedPort: read.integer('EMBEDDED_POSTGRES_PORT', 0, 0, 65_535),
      poolMax: read.integer('DATABASE_POOL_MAX', 16, 2, 500),
    },
    locale: read.oneOf('DEFAULT_LOCALE', 'ru', LOCALES),
    mcp: {
      enabled: read.flag('MCP_ENABLED', true),
      tokenDays: read.integer('MCP_TOKEN_DAYS', 30, 1, 90),
      batchConcurrency: read.integer('BATCH_CONCURRENCY', 4, 1, 10),
    },
    auth: readAuth(read, production),
    limits: { callsPerMinute: read.integer('RATE_LIMIT', 60, 1, 100_000_000) },
    calls: {
      holdMarginMs: read.integer('HOLD_MARGIN_MS', 15_000, 1_000, 600_000),
      sweepEveryMs: read.integer('SWEEP_EVERY_MS', 10_000, 100, 60_000),
      groupMax: read.integer('CALL_GROUP_MAX', 100, 1, 200),
    },
    log: { level: read.oneOf('LOG_LEVEL', 'info', LOG_LEVELS) },
    metrics: readMetrics(read),
    demo: read.flag('SEED_DEMO', !production),
  };
  if (read.problems.length > 0) throw new ConfigError(`Configuration: ${read.problems.join('; ')}`);
  return Object.freeze(config);
}

function readHttp(read: EnvReader, port: number): Config['http'] {
  return {
    host: read.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://localhost:${String(port)}`,
    allowedHosts: read.list('ALLOWED_HOSTS'),
    corsAllowedOrigins: read.list('CORS_ALLOWED_ORIGINS'),
    trustProxyHops: read.integer('TRUST_PROXY_HOPS', 0, 0, 10),
    bodyLimitBytes: read.integer('BODY_LIMIT_BYTES', 1_048_576, 1_024, 16_777_216),
    shutdownGraceMs: read.integer('SHUTDOWN_GRACE_MS', 10_000, 0, 120_000),
  };
}

function readAuth(read: EnvReader, production: boolean): Config['auth'] {
  const secret = read.text('AUTH_SECRET');
  const disabled = read.flag('AUTH_DISABLED', false);
  if (disabled && production) read.problems.push('AUTH_DISABLED must not be true with NODE_ENV=production');
  if (secret === undefined && production) read.problems.push('AUTH_SECRET is required with NODE_ENV=production');
  if (secret !== undefined && secret.length < SECRET_LENGTH) {
    read.problems.push(`AUTH_SECRET must have at least ${String(SECRET_LENGTH)} characters`);
  }
  return {
    disabled,
    ...(secret === undefined ? {} : { secret }),
    loginTokenMinutes: read.integer('LOGIN_TOKEN_MINUTES', 60, 1, 1_440),
    cacheMs: read.integer('AUTH_CACHE_MS', 1_000, 0, 1_000),
    loginPerMinute: read.integer('LOGIN_RATE_LIMIT', 10, 1, 100_000),
  };
}

function readMetrics(read: EnvReader): Config['metrics'] {
  const token = read.text('METRICS_TOKEN');
  if (token !== undefined && token.length < METRICS_TOKEN_LENGTH) {
    read.problems.push(`METRICS_TOKEN must have at least ${String(METRICS_TOKEN_LENGTH)} characters`);
  }
  return { enabled: read.flag('METRICS_ENABLED', true), ...(token === undefined ? {} : { token }) };
}
