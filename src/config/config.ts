import type { Locale } from '../kernel/index.js';

/** The whole configuration: read once at boot, validated, frozen. Field names follow the variables of `.env.example`. */
export interface Config {
  readonly production: boolean;
  readonly http: {
    readonly host: string;
    /** 0 lets the system choose (tests). */
    readonly port: number;
    /** The address that clients use, without a trailing slash. */
    readonly publicUrl: string;
    /** Host names accepted in the Host header besides the public one and loopback. */
    readonly allowedHosts: readonly string[];
    readonly corsAllowedOrigins: readonly string[];
    /** How many reverse proxies stand in front; their entries of X-Forwarded-For are trusted, no others. */
    readonly trustProxyHops: number;
    readonly bodyLimitBytes: number;
    /** How long a running call may take after SIGTERM, ms. */
    readonly shutdownGraceMs: number;
  };
  readonly database: {
    /** Absent: the embedded server under `dataDir`. */
    readonly url?: string;
    readonly dataDir: string;
    readonly embeddedPort: number;
    readonly poolMax: number;
  };
  readonly locale: Locale;
  readonly mcp: {
    readonly enabled: boolean;
    /** 1..90 days. */
    readonly tokenDays: number;
    /** Elements of a batch that run at once. */
    readonly batchConcurrency: number;
  };
  readonly auth: {
    /** Never true in production. Calls act as the administrator. */
    readonly disabled: boolean;
    /** Signs login and MCP tokens; at least 32 characters. Absent outside production: made once and kept under `dataDir`. */
    readonly secret?: string;
    readonly loginTokenMinutes: number;
    /** How long an answer of the key and token look-up may be reused, ms, at most 1 000. */
    readonly cacheMs: number;
    /** Login and token requests per address and minute. */
    readonly loginPerMinute: number;
  };
  readonly limits: {
    /** Tool calls of one user a minute. */
    readonly callsPerMinute: number;
  };
  readonly calls: {
    /** A hold outlives its tool's timeout by this, ms. */
    readonly holdMarginMs: number;
    /** How often orphaned calls are looked for, ms. */
    readonly sweepEveryMs: number;
    /** How many admissions (and settlements) go into one database round at most; 1 switches grouping off. */
    readonly groupMax: number;
  };
  readonly log: { readonly level: string };
  readonly metrics: {
    readonly enabled: boolean;
    /** Lets a collector on another machine read `GET /metrics`; at least 16 characters. Absent: this machine only. */
    readonly token?: string;
  };
  /** Seeds the demo organisation and city at start. */
  readonly demo: boolean;
}
export const CONFIG = Symbol('Config');
