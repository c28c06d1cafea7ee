import { spawn, spawnSync } from 'node:child_process';

const hasTaskset = spawnSync('taskset', ['-V']).status === 0;

/** Starts a Node program on one core and waits for the line `ready`; other lines are collected. */
export async function startPinned(core, args, env = {}) {
  const command = hasTaskset ? ['taskset', '-c', String(core), process.execPath, ...args] : [process.execPath, ...args];
  const child = spawn(command[0], command.slice(1), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [];
  await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)));
    let rest = '';
    child.stdout.on('data', (chunk) => {
      rest += chunk;
      const parts = rest.split('\n');
      rest = parts.pop();
      for (const line of parts) {
        if (line === 'ready') resolve();
        else lines.push(line);
      }
    });
  });
  child.removeAllListeners('exit');
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill('SIGTERM');
    });
  return { pid: child.pid, lines, stop };
}

/** Runs a Node program on one core to its end and gives its standard output. */
export function runPinned(core, args, input) {
  const command = hasTaskset ? ['taskset', '-c', String(core), process.execPath, ...args] : [process.execPath, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.once('exit', (code) => (code === 0 ? resolve(out) : reject(new Error(`${args[0]} ended with ${code}`))));
    child.stdin.end(input);
  });
}
