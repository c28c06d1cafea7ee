import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findBinaries } from './binaries.js';
import { databaseUser, reachableBinaries, reachableDataFolder, type Owner } from './root-user.js';

const run = promisify(execFile);
const PID_FILE = 'postmaster.pid';
const SECRET_FILE = 'turnpike.password';
const OWNER_FILE = 'turnpike.owner';

export interface EmbeddedPostgresOptions {
  /** Parent of the cluster; the files go to `<dataDir>/postgres`. */
  readonly dataDir: string;
  /** 0: any free port. */
  readonly port?: number;
  /** For tests: no fsync, the cluster is thrown away. */
  readonly throwaway?: boolean;
}

/** A running server; `stop()` is clean and does nothing when another process owns it. */
export interface EmbeddedPostgres {
  /** Connection string of the database `postgres`. */
  readonly url: string;
  /** True when the cluster was made by this start. */
  readonly created: boolean;
  stop(): Promise<void>;
}

/**
 * Starts a PostgreSQL of the project's own as a daemon through `pg_ctl`, or adopts the one that a killed process left
 * running on the same data: after `kill -9` the next start simply goes on.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const owner = databaseUser();
  const cluster = new Cluster(
    reachableDataFolder(join(options.dataDir, 'postgres'), owner),
    reachableBinaries(findBinaries(), owner),
    owner,
  );
  const created = !existsSync(join(cluster.folder, 'PG_VERSION'));
  if (created) await cluster.initialise();
  const ownedByOther = cluster.ownedByLivingProcess();
  const port = (await cluster.runningPort()) ?? (await cluster.start(options));
  if (!ownedByOther) cluster.own();
  const password = encodeURIComponent(cluster.password());
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${String(port)}/postgres`,
    created,
    stop: () => (ownedByOther ? Promise.resolve() : cluster.stop()),
  };
}

class Cluster {
  constructor(
    readonly folder: string,
    private readonly build: string,
    private readonly owner: Owner | undefined,
  ) {}

  async initialise(): Promise<void> {
    const secret = randomBytes(24).toString('base64url');
    const file = join(tmpdir(), `turnpike-${randomBytes(8).toString('hex')}`);
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    if (this.owner) chownSync(file, this.owner.uid, this.owner.gid);
    try {
      const flags = [
        '--encoding=UTF8',
        '--locale=C.UTF-8',
        '--auth=scram-sha-256',
        '--username=postgres',
        `--pwfile=${file}`,
      ];
      await this.command('initdb', ['-D', this.folder, ...flags]);
      writeFileSync(join(this.folder, SECRET_FILE), secret, { mode: 0o600 });
    } finally {
      rmSync(file, { force: true });
    }
  }

  password(): string {
    return readFileSync(join(this.folder, SECRET_FILE), 'utf8').trim();
  }

  /** The port of the server that runs on this data, if one does. */
  async runningPort(): Promise<number | undefined> {
    const alive = await this.command('pg_ctl', ['-D', this.folder, 'status']).then(
      () => true,
      () => false,
    );
    if (!alive) return undefined;
    // postmaster.pid: pid, data directory, start time, port, ... one a line.
    return Number(readFileSync(join(this.folder, PID_FILE), 'utf8').split('\n')[3]);
  }

  async start(options: EmbeddedPostgresOptions): Promise<number> {
    const port = options.port === undefined || options.port === 0 ? await freePort() : options.port;
    const settings = [
      `-c port=${String(port)} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`,
      '-c max_connections=200 -c shared_buffers=128MB',
      ...(options.throwaway === true ? ['-c fsync=off -c synchronous_commit=off -c full_page_writes=off'] : []),
    ].join(' ');
    const log = join(this.folder, 'server.log');
    await this.command('pg_ctl', ['-D', this.folder, '-w', '-t', '60', '-l', log, '-o', settings, 'start']);
    return port;
  }

  async stop(): Promise<void> {
    rmSync(join(this.folder, OWNER_FILE), { force: true });
    await this.command('pg_ctl', ['-D', this.folder, '-m', 'fast', '-w', 'stop']);
  }

  own(): void {
    writeFileSync(join(this.folder, OWNER_FILE), String(process.pid));
  }

  ownedByLivingProcess(): boolean {
    const file = join(this.folder, OWNER_FILE);
    if (!existsSync(file)) return false;
    const pid = Number(readFileSync(file, 'utf8'));
    try {
      process.kill(pid, 0);
      return pid !== process.pid && existsSync(join(this.folder, PID_FILE));
    } catch {
      return false;
    }
  }

  private async command(name: string, args: readonly string[]): Promise<void> {
    await run(join(this.build, 'bin', name), [...args], {
      cwd: this.folder,
      ...(this.owner ?? {}),
    });
  }
}

/** Asks the system for a port that nobody uses at this moment. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
