import { describe, expect, it } from '@jest/globals';
import type { Principal, Right } from '../kernel/index.js';
import { exampleTool } from '../../test/support/example-tool.js';
import { ToolRegistry, whyRefused } from './index.js';

const WRITES = {
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

function principal(
  change: { scopes?: string[]; suites?: string[]; rights?: Right[]; readOnly?: boolean } = {},
): Principal {
  return {
    organisationId: 'o',
    userId: 'u',
    accountId: 'a',
    credential: { kind: 'api_key', id: 'k', readOnly: change.readOnly ?? false },
    scopes: new Set(change.scopes ?? ['tools']),
    rights: new Set<Right>(change.rights ?? ['heat:read']),
    suites: new Set(change.suites ?? ['*']),
  };
}

describe('whyRefused', () => {
  it.each([['tools'], ['tools:heat'], ['tools:heat:read']])(
    'the scope %s covers a read-only tool of its suite',
    (scope) => {
      expect(whyRefused(exampleTool(), principal({ scopes: [scope] }))).toBeUndefined();
    },
  );

  it.each([['tools:web'], ['tools:hea'], ['tools:heat:write'], ['web']])('the scope %s does not cover it', (scope) => {
    expect(whyRefused(exampleTool(), principal({ scopes: [scope] }))).toEqual({
      rule: 'scope',
      missingScope: 'tools:heat:read',
    });
  });

  it('a reading scope does not cover a tool that writes', () => {
    const refusal = whyRefused(exampleTool({}, WRITES), principal({ scopes: ['tools:heat:read'] }));
    expect(refusal).toEqual({ rule: 'scope', missingScope: 'tools:heat' });
  });

  it('a read-only credential may call only read-only tools', () => {
    expect(whyRefused(exampleTool({}, WRITES), principal({ readOnly: true }))).toEqual({ rule: 'read_only' });
    expect(whyRefused(exampleTool(), principal({ readOnly: true }))).toBeUndefined();
  });

  it('the plan must include the suite', () => {
    expect(whyRefused(exampleTool(), principal({ suites: ['web'] }))).toEqual({ rule: 'plan', suite: 'heat' });
    expect(whyRefused(exampleTool(), principal({ suites: ['heat'] }))).toBeUndefined();
  });

  it('the right must be held', () => {
    expect(whyRefused(exampleTool(), principal({ rights: ['web:read'] }))).toEqual({
      rule: 'right',
      missingRight: 'heat:read',
    });
  });
});

describe('ToolRegistry', () => {
  const registry = new ToolRegistry();
  registry.fill([exampleTool({ name: 'a' }), exampleTool({ name: 'b' }, WRITES)]);

  it.each([['constructor'], ['toString'], ['__proto__'], ['hasOwnProperty'], ['A']])(
    'rpc-proto-tool-name: %s is no tool',
    (name) => {
      expect(registry.get(name)).toBeUndefined();
      expect(registry.get('a')?.name).toBe('a');
    },
  );

  it('shows exactly the tools that would not be refused', () => {
    expect(registry.visibleTo(principal()).map((tool) => tool.name)).toEqual(['a', 'b']);
    expect(registry.visibleTo(principal({ scopes: ['tools:heat:read'] })).map((tool) => tool.name)).toEqual(['a']);
    expect(registry.visibleTo(principal({ rights: [] }))).toEqual([]);
  });
});
