import type { Running } from './start.js';

const ROLE_OF_EXAMPLE = 'engineer';

/** What a newcomer sees after `npm start`: the address, and outside production the logins and lines to paste. */
export async function banner({ url, config, demo }: Running): Promise<string> {
  const lines = ['', `Turnpike listens on ${url}`, `  MCP endpoint   ${url}/mcp`];
  if (demo !== undefined && !config.production) {
    lines.push('', 'Demo logins (only outside production):');
    for (const login of demo.logins) lines.push(`  ${login.email.padEnd(24)} ${login.password ?? ''}`);
    const login = demo.logins.find((one) => one.role === ROLE_OF_EXAMPLE);
    const token = await exampleToken(url, login?.email, login?.password);
    if (token !== undefined) lines.push(...examples(url, token));
  }
  return `${lines.join('\n')}\n`;
}

function examples(url: string, token: string): string[] {
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'network_statistics', arguments: { query: 'length' } },
  };
  return [
    '',
    'Call a tool:',
    `  curl -s ${url}/mcp -H 'Content-Type: application/json' -H 'Authorization: Bearer ${token}' -d '${JSON.stringify(call)}'`,
    '',
    'Add the server to an MCP client:',
    `  claude mcp add --transport http turnpike ${url}/mcp --header "Authorization: Bearer ${token}"`,
  ];
}

/** A token of the demo engineer, issued through the same doors that people use; none when its password was changed. */
async function exampleToken(url: string, email?: string, password?: string): Promise<string | undefined> {
  if (email === undefined || password === undefined) return undefined;
  const login = await post(`${url}/api/v1/auth/login`, { email, password });
  return login === undefined ? undefined : post(`${url}/api/v1/mcp/token`, {}, login);
}

async function post(url: string, body: object, bearer?: string): Promise<string | undefined> {
  const authorization = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  const headers = { 'Content-Type': 'application/json', ...authorization };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.ok ? ((await answer.json()) as { token: string }).token : undefined;
}
