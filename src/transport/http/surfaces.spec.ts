import { describe, expect, it } from '@jest/globals';
import { describedAt, metadataUrl } from './protected-resource.js';
import { surfaceAt, SURFACES } from './surfaces.js';

describe('surfaces', () => {
  it('are exactly these', () => {
    expect(SURFACES).toEqual([
      {
        name: 'main',
        path: '/mcp',
        transport: 'json',
        methods: ['POST'],
        auth: 'bearer',
        scopes: ['tools'],
        suites: 'all',
        errors: 'detail',
      },
    ]);
  });

  it.each(['/mcp', '/mcp/', '/mcp?tools=a,b', '/mcp/?'])(
    'http-no-redirect-on-slash: %s is the main surface',
    (target) => {
      expect(surfaceAt(target)?.name).toBe('main');
    },
  );

  it.each(['/', '', '/mcp2', '/mcp/v1', '/mcp/server-card', '/MCP', '//mcp', '/%6dcp', '/api/mcp', '/x?/mcp'])(
    '%j is none',
    (target) => {
      expect(surfaceAt(target)).toBeUndefined();
    },
  );

  it('are described where RFC 9728 puts it, the first one at the root too', () => {
    const [main] = SURFACES;
    expect(main && metadataUrl('https://h', main)).toBe('https://h/.well-known/oauth-protected-resource/mcp');
    expect(describedAt('/.well-known/oauth-protected-resource/mcp')).toBe(main);
    expect(describedAt('/.well-known/oauth-protected-resource')).toBe(main);
    expect(describedAt('/.well-known/oauth-protected-resource/other')).toBeUndefined();
  });
});
