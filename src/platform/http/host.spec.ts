import { describe, expect, it } from '@jest/globals';
import { hostAllowed } from './host.js';

const config = { publicUrl: 'https://turnpike.example', allowedHosts: ['inner.example', 'other.example:9000'] };

describe('hostAllowed', () => {
  it.each([
    'turnpike.example',
    'TURNPIKE.example:443',
    'turnpike.example.',
    'localhost',
    'localhost:5123',
    '127.0.0.1:8080',
    '[::1]:8080',
    'inner.example:1234',
    'other.example:9000',
  ])('accepts %s', (host) => {
    expect(hostAllowed(host, config)).toBe(true);
  });

  it.each([
    undefined,
    '',
    'evil.example',
    'turnpike.example.evil.example',
    'localhost.evil.example',
    'evil.example@turnpike.example',
    'turnpike.example:80@evil.example',
    'turnpike.example/path',
    'turnpike.example:123456',
    'turnpike.example, evil.example',
    'other.example',
    'other.example:9001',
    '127.0.0.2',
    '[::2]:8080',
    '0.0.0.0',
  ])('refuses %j', (host) => {
    expect(hostAllowed(host, config)).toBe(false);
  });
});
