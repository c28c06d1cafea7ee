import { describe, expect, it } from '@jest/globals';
import { Injectable, Module, Scope } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { IsInt } from 'class-validator';
import { credits } from '../kernel/index.js';
import { Tool, ToolSuite } from '../toolkit/index.js';
import { CatalogError, CatalogModule, ToolRegistry } from './index.js';

class Input {
  @IsInt() n!: number;
}
class Output {
  @IsInt() sum!: number;
}
const text = { ru: 'текст', en: 'text' };
const definition = {
  name: 'add',
  input: Input,
  output: Output,
  texts: { title: text, description: text, fields: { n: text } },
  right: 'heat:read',
  price: credits(0),
  timeoutMs: 1_000,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
} as const;

@Injectable()
class Base {
  readonly base = 40;
}

@ToolSuite('heat')
@Injectable()
class AddTool {
  constructor(private readonly base: Base) {}

  @Tool(definition)
  run(input: Input): Output {
    return Object.assign(new Output(), { sum: this.base.base + input.n });
  }
}

@ToolSuite('heat')
@Injectable({ scope: Scope.REQUEST })
class ScopedTool {
  @Tool({ ...definition, name: 'scoped' })
  run(input: Input): Output {
    return Object.assign(new Output(), { sum: input.n });
  }
}

@Module({ providers: [Base, AddTool] })
class GoodSuite {}
@Module({ providers: [ScopedTool] })
class ScopedSuite {}

describe('CatalogModule', () => {
  it('finds the tools of other modules and binds them to their providers', async () => {
    const app = await Test.createTestingModule({ imports: [GoodSuite, CatalogModule] }).compile();
    await app.init();
    const tool = app.get(ToolRegistry).get('add');
    expect(tool?.suite).toBe('heat');
    expect(await tool?.run({ n: 2 }, undefined as never)).toEqual({ sum: 42 });
    await app.close();
  });

  it('does not start with a request-scoped tool', async () => {
    const app = await Test.createTestingModule({ imports: [GoodSuite, ScopedSuite, CatalogModule] }).compile();
    await expect(app.init()).rejects.toThrow(CatalogError);
  });
});
