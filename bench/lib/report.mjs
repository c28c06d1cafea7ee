import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';

const FILE = 'docs/performance.md';
const BEGIN = '<!-- bench:begin -->';
const END = '<!-- bench:end -->';
const FLOOR = 'bare Nest echo';

/** Where and when it was measured. */
export function machine(postgres) {
  const cpu = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `Measured ${day}: ${cpu.length} x ${cpu[0].model.trim()}, ${memory} GiB, Linux ${release()}, Node ${process.version}, PostgreSQL ${postgres} (fsync on, synchronous_commit on).`;
}

export function callTable(rows, rounds, seconds) {
  const floor = (connections) => rows.find((row) => row.name === FLOOR && row.connections === connections);
  const lines = rows.map((row) => {
    const base = floor(row.connections);
    const cells = [
      row.name,
      row.connections,
      Math.round(row.perSecond),
      (row.perSecond / base.perSecond).toFixed(2),
      (base.serverUs / row.serverUs).toFixed(2),
      row.p50.toFixed(1),
      row.p99.toFixed(1),
      Math.round(row.serverUs),
      row.databaseUs ? Math.round(row.databaseUs) : '-',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `Medians of ${rounds} rounds of ${seconds} s, targets taken in turn. "per core" is the bare Nest echo's server CPU a request divided by the row's: how many requests one server core can serve, as a multiple of the floor's.`,
    '',
    '| target | connections | requests/s | x floor | x floor per core | p50 ms | p99 ms | server CPU us/request | database CPU us/request |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

export function ledgerTable({ seconds, ungrouped, grouped }) {
  return [
    `Ledger: hold + capture pairs a second on one hot account, each with its accepted and terminal audit record, ${seconds} s each.`,
    '',
    '| way | workers | pairs/s | x ungrouped |',
    '|---|---|---|---|',
    ...ungrouped.map(
      (row) =>
        `| one call a round | ${row.workers} | ${Math.round(row.perSecond)} | ${(row.perSecond / ungrouped[0].perSecond).toFixed(1)} |`,
    ),
    ...grouped.map(
      (row) =>
        `| grouped rounds | ${row.workers} | ${Math.round(row.perSecond)} | ${(row.perSecond / ungrouped[0].perSecond).toFixed(1)} |`,
    ),
  ].join('\n');
}

/** Replaces the measured part of docs/performance.md. */
export function writeReport(report) {
  const page = readFileSync(FILE, 'utf8');
  const before = page.slice(0, page.indexOf(BEGIN) + BEGIN.length);
  writeFileSync(FILE, `${before}\n${report}\n${page.slice(page.indexOf(END))}`);
}
