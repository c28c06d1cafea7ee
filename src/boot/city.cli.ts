import { readConfig } from '../config/index.js';
import { createLogger, logSettings, openDatabase, SystemClock, SystemRandom } from '../platform/index.js';
import { cityCommand } from '../suites/heat-network/index.js';

// npm run city -- --seed 2026: loads a generated city into the database of the service.
const config = readConfig();
const logger = createLogger({ ...logSettings(config), level: 'warn', random: new SystemRandom(new SystemClock()) });
const opened = await openDatabase(config, { log: logger });
try {
  process.exitCode = await cityCommand(process.argv.slice(2), opened.database);
} finally {
  await opened.stop();
}
