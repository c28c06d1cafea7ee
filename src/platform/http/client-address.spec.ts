import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressGroup, clientAddress } from './client-address.js';

type Sent = Pick<IncomingMessage, 'headersDistinct' | 'socket'>;

function request(peer: string, headers: Record<string, string[]> = {}): Sent {
  return { headersDistinct: headers, socket: { remoteAddress: peer } as IncomingMessage['socket'] };
}

describe('clientAddress', () => {
  it('lim-forged-forwarded-for: without a configured proxy no header counts', () => {
    const headers = {
      'x-forwarded-for': ['198.51.100.7'],
      'x-real-ip': ['198.51.100.8'],
      forwarded: ['for=198.51.100.9'],
      'cf-connecting-ip': ['198.51.100.10'],
    };
    expect(clientAddress(request('203.0.113.1', headers), 0)).toBe('203.0.113.1');
  });

  it('lim-forged-forwarded-for: behind one proxy only the entry that the proxy wrote counts', () => {
    const forged = { 'x-forwarded-for': ['1.1.1.1, 2.2.2.2', '203.0.113.9'] };
    expect(clientAddress(request('10.0.0.1', forged), 1)).toBe('203.0.113.9');
  });

  it('lim-proxy-collapses-users: two clients behind one proxy have two addresses', () => {
    const of = (client: string) => clientAddress(request('10.0.0.1', { 'x-forwarded-for': [client] }), 1);
    expect([of('203.0.113.9'), of('203.0.113.10')]).toEqual(['203.0.113.9', '203.0.113.10']);
  });

  it('takes the entry of the outermost of two proxies', () => {
    const chain = { 'x-forwarded-for': ['9.9.9.9, 203.0.113.9, 10.0.0.2'] };
    expect(clientAddress(request('10.0.0.1', chain), 2)).toBe('203.0.113.9');
  });

  it.each([
    ['a missing header', {}],
    ['rubbish', { 'x-forwarded-for': ['unknown'] }],
    ['a number that inet_aton would take', { 'x-forwarded-for': ['2130706433'] }],
    ['an octal form', { 'x-forwarded-for': ['0177.0.0.1'] }],
  ])('falls back to the peer for %s', (_name, headers: Record<string, string[]>) => {
    expect(clientAddress(request('10.0.0.1', headers), 1)).toBe('10.0.0.1');
  });

  it.each([
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51000', '203.0.113.9'],
    ['[2001:db8::1]:51000', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ])('writes %s as %s', (entry, address) => {
    expect(clientAddress(request('10.0.0.1', { 'x-forwarded-for': [entry] }), 1)).toBe(address);
  });
});

describe('addressGroup', () => {
  it('lim-proxy-collapses-users: IPv6 clients of one /64 are one, of two /64 are two', () => {
    expect(addressGroup('2001:db8:1:2::1')).toBe(addressGroup('2001:db8:1:2:ffff::9'));
    expect(addressGroup('2001:db8:1:3::1')).not.toBe(addressGroup('2001:db8:1:2::1'));
  });

  it('keeps IPv4 addresses apart and unmaps the IPv6 form', () => {
    expect(addressGroup('203.0.113.9')).toBe('203.0.113.9');
    expect(addressGroup('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });
});
