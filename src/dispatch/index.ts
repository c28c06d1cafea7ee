export { DispatchModule } from './dispatch.module.js';
export { Dispatcher } from './dispatcher.js';
export type { DispatchFault, DispatchOutcome } from './outcome.js';
export type { RpcContext } from './rpc-context.js';
