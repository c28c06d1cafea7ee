// A server in a process of its own: the product and the probe tools, configured by the environment.
import { start } from '../../src/boot/start.js';
import { readConfig } from '../../src/config/index.js';
import { ProbeSuite, runs } from './probe-suite.js';

// The channel ends with the process that started this one, however that one ended: no server is left behind.
process.on('disconnect', () => process.exit(1));
process.on('message', () => process.send?.({ runs: Object.fromEntries(runs) }));

const { url } = await start(readConfig(), [ProbeSuite]);
process.send?.({ url });
