import { banner } from './boot/banner.js';
import { start } from './boot/start.js';
import { readConfig } from './config/index.js';

try {
  const running = await start(readConfig());
  process.stdout.write(await banner(running));
} catch (error) {
  // No logger yet, or it could not be made: the person at the terminal gets the reason and nothing else.
  process.stderr.write(`Turnpike could not start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
