import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

const IPV6_GROUP_BITS = 64;
const UNKNOWN = '0.0.0.0';

/**
 * The address of the client, as far as it can be known: the peer of the socket, or with `hops` reverse proxies in front
 * the entry of X-Forwarded-For that the outermost of them wrote. Entries further left come from the client and prove
 * nothing; no other header is read. IPv4-mapped IPv6 addresses become IPv4.
 * @param hops how many proxies of our own stand in front, 0..10 (`TRUST_PROXY_HOPS`)
 */
export function clientAddress(request: Pick<IncomingMessage, 'headersDistinct' | 'socket'>, hops: number): string {
  const peer = normalise(request.socket.remoteAddress ?? '') ?? UNKNOWN;
  if (hops < 1) return peer;
  const written = (request.headersDistinct['x-forwarded-for'] ?? []).flatMap((line) => line.split(',')).slice(-hops);
  // A proxy that writes no address hides what lies behind it: the nearest known address on its left edge counts.
  for (const entry of written) {
    const address = normalise(entry);
    if (address !== undefined) return address;
  }
  return peer;
}

/**
 * Whom a limit for an address counts: the IPv4 address, or the /64 of an IPv6 address, since a customer of an access
 * provider gets a whole /64 (RFC 6177) and could take a new address for every request.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const bytes = parsed.toByteArray().map((byte, index) => (index < IPV6_GROUP_BITS / 8 ? byte : 0));
  return `${ipaddr.fromByteArray(bytes).toString()}/${String(IPV6_GROUP_BITS)}`;
}

// Some proxies append the port: `203.0.113.9:51000`, `[2001:db8::1]:51000`.
const WITH_PORT = /^(?:\[([0-9a-f:.]+)\](?::\d{1,5})?|(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5})$/i;

function normalise(entry: string): string | undefined {
  const text = entry.trim();
  const match = WITH_PORT.exec(text);
  const bare = match?.[1] ?? match?.[2] ?? text;
  // isValid alone also takes `1` and `0x7f.1` for IPv4; only the four-part form is an address on the wire.
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return undefined;
  return ipaddr.process(bare).toString();
}
