import type { JsonObject, LocalText, Right } from '../kernel/index.js';

/** What identity needs to know of billing; the composition root binds it, since the two modules never import each other. */
export interface BillingDirectory {
  /** The account that pays for the organisation's calls and the suites of its plan (`*`: all). */
  accountOf(organisationId: string): Promise<{ readonly accountId: string; readonly suites: readonly string[] }>;
}
export const BILLING_DIRECTORY = Symbol('BillingDirectory');

/** The tools as `GET /api/v1/mcp/info` lists them; bound to the catalog by the composition root. */
export interface ToolDirectory {
  list(): readonly { readonly name: string; readonly title: LocalText; readonly right: Right }[];
}
export const TOOL_DIRECTORY = Symbol('ToolDirectory');

export type ManagementActionName =
  'login' | 'login_failed' | 'password_changed' | 'mcp_token_issued' | 'key_created' | 'key_revoked';

/** Something that a person did to accounts or credentials. */
export interface ManagementAction {
  readonly action: ManagementActionName;
  /** Who did it; absent when a login failed for an unknown e-mail. */
  readonly actor?: { readonly organisationId: string; readonly userId: string };
  readonly ip: string;
  readonly userAgent?: string;
  /** The id of the token, key or user that the action concerns; never a secret. */
  readonly targetId?: string;
  /** Further facts for the record: scopes, expiry. */
  readonly details?: JsonObject;
}

/** Where management actions are recorded; bound to the audit by the composition root. */
export interface ActionJournal {
  /** Resolves when the record is durable. A rejection means that nothing may be issued. */
  record(action: ManagementAction): Promise<void>;
}
export const ACTION_JOURNAL = Symbol('ActionJournal');
