// One measurement, run as a process of its own: JSON on stdin, JSON on stdout. Every answer must be a success.
import autocannon from 'autocannon';

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
const { url, headers, body, connections, seconds } = JSON.parse(Buffer.concat(chunks).toString());

let wrong = 0;
const run = autocannon({ url, method: 'POST', headers, body, connections, duration: seconds, setupClient: check });
function check(client) {
  client.on('body', (answer) => {
    const text = String(answer);
    if (!text.includes('hello') || text.includes('"isError":true') || text.includes('"error":')) wrong += 1;
  });
}
const result = await run;
process.stdout.write(
  JSON.stringify({
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    errors: result.errors + result.timeouts + result.non2xx + wrong,
  }),
);
