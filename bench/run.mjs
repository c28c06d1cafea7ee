// npm run bench: our free and paid tool calls beside the bare Nest echo and the official SDK's echo, in one run on one
// machine. Servers on core 0; load and PostgreSQL (fsync on) on core 1. Prints Markdown; `--write` puts it into docs/performance.md.
import '../tools/typescript-loader.mjs';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuBetween, cpuByPid } from './lib/cpu.mjs';
import { runPinned, startPinned } from './lib/process.mjs';
import { ledgerBench } from './lib/ledger.mjs';
import { callTable, ledgerTable, machine, writeReport } from './lib/report.mjs';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const WARM_SECONDS = Number(process.env.BENCH_WARM_SECONDS ?? 16);
const CONNECTIONS = [1, 16, 64];
// The flags of `npm start`, the same for every server.
const V8 = ['--max-semi-space-size=32'];
const SERVER_CORE = 0;
const LOAD_CORE = cpus().length > 1 ? 1 : 0;

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function request(tool, stateless) {
  const params = { name: tool, arguments: { text: 'hello' }, ...(stateless ? { _meta: META } : {}) };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  if (stateless)
    Object.assign(headers, { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': tool });
  return { headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }) };
}

async function database() {
  const { startEmbeddedPostgres } = await import('../src/platform/embedded-postgres/index.ts');
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-bench-'));
  chmodSync(dataDir, 0o755);
  const server = await startEmbeddedPostgres({ dataDir });
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('CREATE DATABASE bench');
  const folder = (await client.query('SHOW data_directory')).rows[0].data_directory;
  const version = (await client.query('SHOW server_version')).rows[0].server_version;
  await client.end();
  const url = new URL(server.url);
  url.pathname = '/bench';
  const pid = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { url: url.href, pid, version, stop };
}

async function measure(target, connections, seconds) {
  const serverBefore = cpuByPid(target.pid);
  const databaseBefore = target.databasePid ? cpuByPid(target.databasePid) : new Map();
  const input = { url: target.url, headers: target.headers, body: target.body, connections, seconds };
  const result = JSON.parse(await runPinned(LOAD_CORE, ['bench/lib/load.mjs'], JSON.stringify(input)));
  if (result.errors > 0) throw new Error(`${target.name}: ${result.errors} wrong answers`);
  const serverCpu = cpuBetween(serverBefore, cpuByPid(target.pid));
  const databaseCpu = target.databasePid ? cpuBetween(databaseBefore, cpuByPid(target.databasePid)) : 0;
  return { ...result, serverUs: serverCpu / 1e3 / result.requests, databaseUs: databaseCpu / 1e3 / result.requests };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const pick = (samples, field) => median(samples.map((sample) => sample[field]));

const db = await database();
const servers = [];
try {
  const nest = await startPinned(SERVER_CORE, [...V8, 'bench/peers/nest-echo.mjs'], { PORT: '18101' });
  servers.push(nest);
  const sdk = await startPinned(SERVER_CORE, [...V8, 'bench/peers/sdk-echo.mjs'], { PORT: '18102' });
  servers.push(sdk);
  const ours = await startPinned(SERVER_CORE, [...V8, '--import', './tools/typescript-loader.mjs', 'bench/server.ts'], {
    PORT: '18103',
    DATABASE_URL: db.url,
    RATE_LIMIT: '100000000',
    LOG_LEVEL: 'warn',
    AUTH_SECRET: 'a secret of the bench, long enough',
  });
  servers.push(ours);
  const token = ours.lines.find((line) => line.startsWith('token ')).slice(6);
  const authorization = `Bearer ${token}`;
  const target = (name, server, port, tool, stateless, extra = {}) => {
    const { headers, body } = request(tool, stateless);
    return { name, pid: server.pid, url: `http://127.0.0.1:${port}/mcp`, headers: { ...headers, ...extra }, body };
  };
  const targets = [
    target('bare Nest echo', nest, 18101, 'bench_echo', false),
    target('SDK 2.4 echo (2026-07-28)', sdk, 18102, 'bench_echo', true),
    { ...target('Turnpike free call', ours, 18103, 'bench_echo', true, { authorization }), databasePid: db.pid },
    { ...target('Turnpike paid call', ours, 18103, 'bench_paid', true, { authorization }), databasePid: db.pid },
  ];
  for (const one of targets) {
    process.stderr.write(`warming ${one.name}\n`);
    await measure(one, 16, WARM_SECONDS);
  }
  const cells = new Map(targets.map((one) => [one.name, new Map(CONNECTIONS.map((n) => [n, []]))]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const connections of CONNECTIONS) {
      for (let i = 0; i < targets.length; i += 1) {
        const one = targets[(i + round) % targets.length];
        process.stderr.write(`round ${round + 1}/${ROUNDS}, ${connections} connections, ${one.name}\n`);
        cells
          .get(one.name)
          .get(connections)
          .push(await measure(one, connections, SECONDS));
      }
    }
  }
  for (const server of servers.splice(0)) await server.stop();
  const rows = [...cells].flatMap(([name, byConnections]) =>
    [...byConnections].map(([connections, samples]) => ({
      name,
      connections,
      perSecond: pick(samples, 'perSecond'),
      p50: pick(samples, 'p50'),
      p99: pick(samples, 'p99'),
      serverUs: pick(samples, 'serverUs'),
      databaseUs: pick(samples, 'databaseUs'),
    })),
  );
  process.stderr.write('ledger\n');
  const ledger = await ledgerBench(db.url);
  const report = [machine(db.version), callTable(rows, ROUNDS, SECONDS), ledgerTable(ledger)].join('\n\n');
  console.log(report);
  if (process.argv.includes('--write')) writeReport(report);
} finally {
  for (const server of servers) await server.stop();
  await db.stop();
}
