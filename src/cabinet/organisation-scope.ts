import type { Principal } from '../kernel/index.js';
import { parameterNeedsRight } from './cabinet.errors.js';

/**
 * Whose data an administrator asked for: the own organisation's, or with `platform:admin` any.
 * @param wanted an organisation's id, `none` or nothing
 * @returns `null` for `none`: what belongs to no organisation
 * @throws AppError `right_missing`, whether or not the organisation exists
 */
export function organisationScope(principal: Principal, wanted: string | undefined): string | null {
  const organisationId = wanted?.toLowerCase() ?? principal.organisationId;
  if (organisationId === principal.organisationId) return organisationId;
  if (!principal.rights.has('platform:admin')) throw parameterNeedsRight('organisation_id', 'platform:admin');
  return organisationId === 'none' ? null : organisationId;
}
