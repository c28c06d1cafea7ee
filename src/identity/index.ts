export { Authenticator, type Audience, type Authorization } from './authenticator/authenticator.js';
export { type BuiltInRole } from './demo/built-in-roles.js';
export { seedDemoIdentity, type DemoLogin, type DemoSeedOptions } from './demo/seed-demo.js';
export { CurrentPrincipal, type DoorRequest } from './http/door.js';
export { LoginGuard } from './http/login.guard.js';
export { RequireRight } from './http/require-right.js';
export type { AuthenticationProblem } from './identity.errors.js';
export { IdentityModule } from './identity.module.js';
export {
  ACTION_JOURNAL,
  BILLING_DIRECTORY,
  TOOL_DIRECTORY,
  type ActionJournal,
  type BillingDirectory,
  type ManagementAction,
  type ManagementActionName,
  type ToolDirectory,
} from './ports.js';
export { authSecret } from './secret.js';
