import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../src/platform/paths.js';
import { within } from './eventually.js';
import { testEnvironment } from './server.js';

/** For `beforeAll` and `afterAll` of a spec file that starts servers: seconds on a free machine. */
export const SERVERS_TIMEOUT_MS = 120_000;
const START_MS = 100_000;
const ANSWER_MS = 10_000;
const SUPPORT = join(projectRoot(), 'test/support');
const MOST_STDERR = 20_000;
/** Several servers share the database with other workers' tests: PostgreSQL takes 100 connections by default. */
const POOL = '6';

/** How a process ended: by a code or by a signal. */
interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A server that runs in a process of its own (test/support/probe-server.ts). */
export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Sends the signal and waits for the end. */
  kill(signal: NodeJS.Signals): Promise<Exit>;
  /** How often each probe tool ran there, and `<name>_stopped`: how often its signal ended it. */
  runs(): Promise<Record<string, number>>;
}

const alive = new Set<ChildProcess>();

/**
 * Starts a server from the sources and waits until it listens.
 * @param env variables that differ from `testEnvironment`
 * @throws Error with its standard error when it ends before that
 */
export async function startServerProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const child = fork(join(SUPPORT, 'probe-server.ts'), {
    execArgv: [
      '--enable-source-maps',
      '--import',
      pathToFileURL(join(SUPPORT, '..', '..', 'tools', 'typescript-loader.mjs')).href,
    ],
    env: { PATH: process.env.PATH, ...testEnvironment(databaseUrl, { DATABASE_POOL_MAX: POOL, ...env }) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  alive.add(child);
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr = (stderr + chunk.toString()).slice(-MOST_STDERR)));
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => {
      alive.delete(child);
      resolve({ code, signal });
    });
  });
  const ended = exited.then(({ code, signal }): never => {
    throw new Error(`The server ended with ${String(code ?? signal)}:\n${stderr}`);
  });
  const answer = (): Promise<Record<string, unknown>> =>
    Promise.race([new Promise<Record<string, unknown>>((resolve) => child.once('message', resolve)), ended]);
  ended.catch(() => undefined);
  const { url } = await within(START_MS, 'the server to listen', answer()).catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
  return {
    url: String(url),
    pid: child.pid ?? 0,
    kill: (signal) => {
      child.kill(signal);
      return exited;
    },
    runs: async () => {
      const counts = answer();
      child.send('runs');
      return (await within(ANSWER_MS, 'the counts of runs', counts)).runs as Record<string, number>;
    },
  };
}

/** Ends what this spec file started and still runs: for `afterAll`, so that a failed test leaves nothing behind. */
export async function endServerProcesses(): Promise<void> {
  await Promise.all(
    [...alive].map((child) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      return gone;
    }),
  );
}
