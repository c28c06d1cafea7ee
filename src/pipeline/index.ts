export { PipelineModule } from './pipeline.module.js';
export { PRICES, type Prices } from './ports.js';
export type { CallOrigin, Outcome, Receipt, ToolCall, ToolCallReply } from './tool-call.js';
export { ToolCallPipeline } from './tool-call.pipeline.js';
