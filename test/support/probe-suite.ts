import { Injectable, Module } from '@nestjs/common';
import { IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { credits, type LocalText } from '../../src/kernel/index.js';
import { Pii, Tool, ToolError, ToolSuite, type ToolContext, type ToolDefinition } from '../../src/toolkit/index.js';

const both = (text: string): LocalText => ({ ru: text, en: text });

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a DTO is a class, also without fields
class NoInput {}

class TextInput {
  @IsOptional() @IsString() @MaxLength(10_000) text = 'hello';
}

class WaitInput {
  @IsOptional() @IsInt() @Min(0) @Max(60_000) ms = 1_000;
}

class CountInput {
  @IsInt() @Min(0) @Max(20) count!: number;
}

class TextOutput {
  @IsString() text!: string;
}

class PersonOutput {
  @Pii('person') @IsString() contact_name!: string;
  @Pii('phone') @IsString() contact_phone!: string;
  @IsInt() dn!: number;
}

const FIELDS = new Map<unknown, string>([
  [TextInput, 'text'],
  [WaitInput, 'ms'],
  [CountInput, 'count'],
]);
function fieldTexts(input: unknown): Record<string, LocalText> {
  const field = FIELDS.get(input);
  return field === undefined ? {} : { [field]: both(field) };
}

/** What probe tools share; each test states what differs. */
const definition = <I extends object, O extends object>(
  name: string,
  input: new () => I,
  output: new () => O,
  change: Partial<ToolDefinition<I, O>> = {},
): ToolDefinition<I, O> => ({
  name,
  input,
  output,
  texts: {
    title: both(name),
    description: both(`${name} of the tests`),
    fields: fieldTexts(input) as ToolDefinition<I, O>['texts']['fields'],
  },
  right: 'heat:read',
  price: credits(1),
  timeoutMs: 2_000,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  ...change,
});

/** How often each probe ran: a refused call must not raise it. */
export const runs = new Map<string, number>();
const ran = (name: string): void => void runs.set(name, (runs.get(name) ?? 0) + 1);

/** Waits as a tool should: stops at its signal, and notes that it did. */
async function wait(name: string, ms: number, signal: AbortSignal): Promise<TextOutput> {
  ran(name);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      ran(`${name}_stopped`);
      reject(signal.reason as Error);
    });
  });
  return { text: `waited ${String(ms)}` };
}

@Injectable()
@ToolSuite('probe')
class ProbeTools {
  @Tool(definition('probe_free', TextInput, TextOutput, { price: credits(0) }))
  free(input: TextInput, _ctx: ToolContext): TextOutput {
    ran('probe_free');
    return { text: input.text };
  }

  @Tool(definition('probe_paid', TextInput, TextOutput))
  paid(input: TextInput, _ctx: ToolContext): TextOutput {
    ran('probe_paid');
    return { text: input.text };
  }

  @Tool(definition('probe_slow', WaitInput, TextOutput, { timeoutMs: 60_000 }))
  slow({ ms }: WaitInput, { signal }: ToolContext): Promise<TextOutput> {
    return wait('probe_slow', ms, signal);
  }

  @Tool(definition('probe_nap', WaitInput, TextOutput))
  nap({ ms }: WaitInput, { signal }: ToolContext): Promise<TextOutput> {
    return wait('probe_nap', ms, signal);
  }

  @Tool(definition('probe_stubborn', WaitInput, TextOutput, { timeoutMs: 300 }))
  async stubborn({ ms }: WaitInput, _ctx: ToolContext): Promise<TextOutput> {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return { text: 'late' };
  }

  @Tool(definition('probe_fail', NoInput, TextOutput))
  fail(_input: NoInput, _ctx: ToolContext): TextOutput {
    throw new ToolError({ ru: 'Не найдено: line_id=7', en: 'Not found: line_id=7' });
  }

  @Tool(definition('probe_crash', NoInput, TextOutput))
  crash(_input: NoInput, _ctx: ToolContext): TextOutput {
    throw new Error('secret of the inside');
  }

  @Tool(definition('probe_bad_output', NoInput, TextOutput))
  badOutput(_input: NoInput, _ctx: ToolContext): TextOutput {
    return { text: 5 as unknown as string };
  }

  @Tool(definition('probe_person', NoInput, PersonOutput))
  person(_input: NoInput, _ctx: ToolContext): PersonOutput {
    return { contact_name: 'Иванов Иван Иванович', contact_phone: '+7 727 123-45-67', dn: 200 };
  }

  @Tool(
    definition('probe_metered', CountInput, TextOutput, {
      price: credits('0.5'),
      metered: { name: 'results', most: 10 },
    }),
  )
  metered({ count }: CountInput, ctx: ToolContext): TextOutput {
    ctx.meter('results', count);
    return { text: String(count) };
  }

  @Tool(definition('probe_limited', NoInput, TextOutput, { price: credits(0), rateLimit: { calls: 2, seconds: 60 } }))
  limited(_input: NoInput, _ctx: ToolContext): TextOutput {
    ran('probe_limited');
    return { text: 'ok' };
  }

  @Tool(
    definition('probe_write', NoInput, TextOutput, {
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    }),
  )
  write(_input: NoInput, _ctx: ToolContext): TextOutput {
    ran('probe_write');
    return { text: 'written' };
  }

  @Tool(definition('probe_calculate', NoInput, TextOutput, { right: 'platform:admin' }))
  calculate(_input: NoInput, _ctx: ToolContext): TextOutput {
    return { text: 'calculated' };
  }

  @Tool(definition('probe_surrogate', NoInput, TextOutput))
  surrogate(_input: NoInput, _ctx: ToolContext): TextOutput {
    return { text: 'half \ud83d of a pair' };
  }
}

/** Tools that behave in every way a tool can. */
@Module({ providers: [ProbeTools] })
export class ProbeSuite {}
