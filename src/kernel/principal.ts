import type { Locale } from './locale.js';
import type { Right } from './rights.js';

/** How the caller proved who they are. */
export type CredentialKind = 'api_key' | 'mcp_token' | 'web_token' | 'oauth' | 'none';

/** Who is calling: the answer of `identity` to an Authorization header. */
export interface Principal {
  readonly organisationId: string;
  readonly userId: string;
  /** The account that pays for this organisation's calls. */
  readonly accountId: string;
  readonly credential: {
    readonly kind: CredentialKind;
    /** The key's or token's id, never the secret. */
    readonly id: string;
    readonly clientId?: string;
    /** A read-only credential may call only tools with `readOnlyHint`. */
    readonly readOnly: boolean;
  };
  /** Scopes of the credential: `tools`, `tools:heat`, `tools:heat:read`, ... A broad scope implies its narrower ones. */
  readonly scopes: ReadonlySet<string>;
  /** What the user's roles allow. */
  readonly rights: ReadonlySet<Right>;
  /** The suites that the organisation's plan includes; `*` means all. */
  readonly suites: ReadonlySet<string>;
  /** The language of the account, when the user chose one. */
  readonly locale?: Locale;
}

/** True when one of the granted scopes equals the wanted one or is a broader form of it. */
export function scopeCovers(granted: ReadonlySet<string>, wanted: string): boolean {
  for (let scope = wanted; scope !== ''; scope = scope.slice(0, Math.max(0, scope.lastIndexOf(':')))) {
    if (granted.has(scope)) return true;
  }
  return false;
}
