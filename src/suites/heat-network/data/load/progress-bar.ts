import { Presets, SingleBar } from 'cli-progress';
import type { OnProgress } from './replace-city.js';

const PLAIN_STEP_PERCENT = 25;

/** Shows a load on stderr: a bar in a terminal, a line for every quarter elsewhere. Call `stop` at the end. */
export function showProgress(stderr: NodeJS.WriteStream): { onProgress: OnProgress; stop: () => void } {
  return stderr.isTTY ? bar(stderr) : plain(stderr);
}

function bar(stream: NodeJS.WriteStream): { onProgress: OnProgress; stop: () => void } {
  const single = new SingleBar(
    { stream, format: '{bar} {percentage} % | {value}/{total} | {table}', hideCursor: true, stopOnComplete: true },
    Presets.shades_classic,
  );
  let started = false;
  return {
    onProgress: ({ done, total, table }) => {
      if (!started) single.start(total, 0, { table });
      started = true;
      single.update(done, { table });
    },
    stop: () => single.stop(),
  };
}

function plain(stream: NodeJS.WriteStream): { onProgress: OnProgress; stop: () => void } {
  let next = PLAIN_STEP_PERCENT;
  return {
    onProgress: ({ done, total, table }) => {
      if ((done * 100) / total < next) return;
      stream.write(`city: ${String(done)} / ${String(total)} rows (${table})\n`);
      next += PLAIN_STEP_PERCENT;
    },
    stop: () => undefined,
  };
}
