import type { Config } from '../../config/index.js';

// RFC 9110, 7.2: uri-host [":" port]; no userinfo, no path.
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9._-]{0,252}))(?::(\d{1,5}))?$/;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** True for a name that always means this machine; `[::1]` in brackets, as `URL.hostname` and the Host header write it. */
export function isLoopbackName(name: string): boolean {
  return LOOPBACK.includes(name.toLowerCase());
}

/**
 * Whether the Host header names this server: the public address's host or a loopback name, each with any port (a proxy
 * or a container may map it), or an entry of `ALLOWED_HOSTS`: `name` with any port, `name:port` with that port only.
 * Without this check a page whose DNS name was pointed at this machine could talk to it as its own (DNS rebinding).
 */
export function hostAllowed(
  hostHeader: string | undefined,
  config: Pick<Config['http'], 'publicUrl' | 'allowedHosts'>,
): boolean {
  const match = HOST.exec(hostHeader?.toLowerCase() ?? '');
  if (!match?.[1]) return false;
  const name = match[1].replace(/\.$/, '');
  if (isLoopbackName(name) || name === new URL(config.publicUrl).hostname) return true;
  const withPort = `${name}:${match[2] ?? ''}`;
  return config.allowedHosts.some((entry) => [name, withPort].includes(entry.toLowerCase()));
}
