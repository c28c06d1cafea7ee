import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HANDSHAKE_METHODS, STATELESS_METHODS } from '../../src/protocol/index.js';
import { checkHttpRequest, parseHttpFile } from '../support/http-file.js';
import { startTestServer, type TestServer } from '../support/server.js';

const FOLDER = 'fixtures/http';
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.http'));
const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

let server: TestServer;
beforeAll(async () => (server = await startTestServer()), 60_000);
afterAll(() => server.stop());

describe.each(files)('%s', (file) => {
  it.each(parseHttpFile(textOf(file)))('$name', async (request) => {
    expect(await checkHttpRequest(request, { host: server.url, token: server.token })).toEqual([]);
  });
});

it('every method of both eras has a request', () => {
  const sent = files.flatMap((file) => parseHttpFile(textOf(file))).map(({ body }) => body);
  const missing = [...HANDSHAKE_METHODS, ...STATELESS_METHODS].filter(
    (method) => !sent.some((body) => body.includes(`"method": "${method}"`)),
  );
  expect(missing).toEqual([]);
});

it('a request that does not hold is reported', async () => {
  const [ping] = parseHttpFile('### Ping\n# @expect status 201\n# @expect json /x exists\nGET {{host}}/mcp\n');
  const wrong = ping && (await checkHttpRequest(ping, { host: server.url, token: server.token }));
  expect(wrong).toEqual([
    expect.stringMatching(/^status 201 <- 405/),
    expect.stringMatching(/^json \/x exists <- 405/),
  ]);
});
