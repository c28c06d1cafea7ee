import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { showProgress } from './progress-bar.js';

/** A stream that remembers what was written; `columns` and `isTTY` make it look like a terminal. */
class Screen extends Writable {
  readonly written: string[] = [];
  columns = 120;

  constructor(readonly isTTY: boolean) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.written.push(String(chunk));
    done();
  }

  cursorTo(): boolean {
    return true;
  }

  clearLine(): boolean {
    return true;
  }
}

function play(isTTY: boolean): string {
  const screen = new Screen(isTTY);
  const { onProgress, stop } = showProgress(screen as Writable as NodeJS.WriteStream);
  for (let done = 10; done <= 100; done += 10) onProgress({ done, total: 100, table: 'heat_node' });
  stop();
  return screen.written.join('');
}

describe('showProgress', () => {
  it('draws a bar in a terminal', () => {
    expect(play(true)).toMatch(/100 % \| 100\/100 \| heat_node/);
  });

  it('writes a line for each quarter elsewhere, without control characters', () => {
    expect(play(false)).toBe(
      [30, 50, 80, 100].map((done) => `city: ${String(done)} / 100 rows (heat_node)\n`).join(''),
    );
  });
});
