// The official SDK 2.x as its documentation shows it: a stateless handler for 2026-07-28 with one echo tool. No auth, no ledger.
import { createServer } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';

const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const input = fromJsonSchema(schema);
const output = fromJsonSchema(schema);

function echoServer() {
  const server = new McpServer({ name: 'sdk-echo', version: '1.0.0' });
  server.registerTool(
    'bench_echo',
    { description: 'echo', inputSchema: input, outputSchema: output },
    async ({ text }) => ({
      content: [{ type: 'text', text: JSON.stringify({ text }) }],
      structuredContent: { text },
    }),
  );
  return server;
}

const handler = toNodeHandler(createMcpHandler(echoServer, { responseMode: 'json' }));
createServer((request, response) => void handler(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
  () => {
    console.log('ready');
  },
);
