// The server under measurement: the product with two echo tools, one free and one paid.
import { Injectable, Module } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { seedDemoBilling } from '../src/billing/index.js';
import { start } from '../src/boot/start.js';
import { readConfig } from '../src/config/index.js';
import { seedDemoIdentity } from '../src/identity/index.js';
import { credits, type LocalText } from '../src/kernel/index.js';
import { SystemClock, SystemRandom } from '../src/platform/index.js';
import { Tool, ToolSuite, type ToolContext, type ToolDefinition } from '../src/toolkit/index.js';

const both = (text: string): LocalText => ({ ru: text, en: text });

class EchoInput {
  @IsString() @MaxLength(1_000) text!: string;
}
class EchoOutput {
  @IsString() text!: string;
}
const echo = (name: string, price: number): ToolDefinition<EchoInput, EchoOutput> => ({
  name,
  input: EchoInput,
  output: EchoOutput,
  texts: { title: both(name), description: both('echo'), fields: { text: both('text') } },
  right: 'heat:read',
  price: credits(price),
  timeoutMs: 10_000,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
});

@Injectable()
@ToolSuite('bench')
class EchoTools {
  @Tool(echo('bench_echo', 0))
  free(input: EchoInput, _ctx: ToolContext): EchoOutput {
    return { text: input.text };
  }

  @Tool(echo('bench_paid', 0.001))
  paid(input: EchoInput, _ctx: ToolContext): EchoOutput {
    return { text: input.text };
  }
}

@Module({ providers: [EchoTools] })
class BenchSuite {}

const running = await start(readConfig({ ...process.env, SEED_DEMO: 'false' }), [BenchSuite]);
const clock = new SystemClock();
const random = new SystemRandom(clock);
const { organisationId, logins } = await seedDemoIdentity(running.database, {
  production: false,
  clock,
  random,
  planCode: 'BUSINESS',
});
await seedDemoBilling(running.database, { organisationId, clock, random });

async function post(path: string, body: object, bearer = ''): Promise<string> {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` };
  const answer = await fetch(`${running.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await answer.json()) as { token: string }).token;
}
const admin = logins.find((login) => login.role === 'admin');
const login = await post('/api/v1/auth/login', { email: admin?.email, password: admin?.password });
console.log(`token ${await post('/api/v1/mcp/token', {}, login)}`);
console.log('ready');
