import { describe, expect, it } from '@jest/globals';
import { corsHeaders, originAllowed, preflightHeaders } from './cors.js';

const config = {
  publicUrl: 'https://turnpike.example:8443',
  corsAllowedOrigins: ['https://app.example', 'http://localhost:3000'],
};
const local = { publicUrl: 'http://localhost:8080', corsAllowedOrigins: [] };

describe('originAllowed', () => {
  it.each([
    undefined,
    'https://app.example',
    'http://localhost:3000',
    'https://turnpike.example:8443',
    'https://APP.example',
  ])('lets %s in', (origin) => {
    expect(originAllowed(origin, config)).toBe(true);
  });

  it.each([
    'https://evil.example',
    'null',
    '',
    'http://app.example',
    'https://app.example:444',
    'https://app.example.evil.example',
    'https://evil.example/https://app.example',
    'https://app.example@evil.example',
    'https://user@app.example',
    'https://app.example/',
    'https://app.example/path',
    'https://app.example, https://evil.example',
    'http://127.0.0.1:8443',
    'file://',
  ])('refuses %j', (origin) => {
    expect(originAllowed(origin, config)).toBe(false);
  });

  it('takes the loopback spellings of a loopback address for its own, on the same port only', () => {
    expect(originAllowed('http://127.0.0.1:8080', local)).toBe(true);
    expect(originAllowed('http://[::1]:8080', local)).toBe(true);
    expect(originAllowed('http://localhost:3000', local)).toBe(false);
    expect(originAllowed('https://localhost:8080', local)).toBe(false);
    expect(originAllowed('http://localhost.evil.example:8080', local)).toBe(false);
  });
});

describe('corsHeaders', () => {
  it('cors-expose-on-real-response: exposes the challenge, the pause, the limits and the session', () => {
    const headers = corsHeaders('https://app.example', config);
    expect(headers['Access-Control-Allow-Origin']).toBe('https://app.example');
    const exposed = headers['Access-Control-Expose-Headers']?.toLowerCase().split(', ') ?? [];
    for (const name of ['www-authenticate', 'retry-after', 'ratelimit', 'x-ratelimit-remaining', 'mcp-session-id']) {
      expect(exposed).toContain(name);
    }
  });

  it('gives a foreign origin nothing but Vary, and never a wildcard or credentials', () => {
    expect(corsHeaders('https://evil.example', config)).toEqual({ Vary: 'Origin' });
    expect(corsHeaders(undefined, config)).toEqual({ Vary: 'Origin' });
    expect(JSON.stringify(corsHeaders('https://app.example', config))).not.toMatch(/\*|Credentials/);
  });
});

describe('preflightHeaders', () => {
  it('cors-request-headers-complete: allows every requested header of both protocol generations', () => {
    const requested =
      'authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id, Mcp-Param-Region';
    const headers = preflightHeaders('https://app.example', requested, config);
    const allowed = headers['Access-Control-Allow-Headers']?.toLowerCase().split(', ') ?? [];
    for (const name of requested.toLowerCase().split(', ')) expect(allowed).toContain(name);
    expect(headers['Access-Control-Allow-Methods']).toContain('POST');
    expect(headers.Vary).toContain('Origin');
  });

  it('echoes only well-formed Mcp-Param names, and not without end', () => {
    const requested = 'x-evil, mcp-param-a\r\nx: y, mcp-param-, mcp-param-ok';
    const headers = preflightHeaders('https://app.example', requested, config)['Access-Control-Allow-Headers'] ?? '';
    expect(headers).toContain('mcp-param-ok');
    expect(headers).not.toMatch(/evil|\r|mcp-param-a|mcp-param-,/);
    const many = Array.from({ length: 200 }, (_, index) => `mcp-param-${String(index)}`).join(',');
    const echoed = preflightHeaders('https://app.example', many, config)['Access-Control-Allow-Headers'] ?? '';
    expect(echoed.match(/mcp-param-/g)).toHaveLength(64);
  });

  it('allows a foreign origin nothing', () => {
    const headers = preflightHeaders('https://evil.example', 'authorization', config);
    expect(Object.keys(headers)).toEqual(['Vary']);
  });
});
