export { Tool, ToolSuite, toolsOf, type DecoratedTool } from './decorators.js';
export { isListField, nestedClassOf } from './nested-class.js';
export { Pii, PII_KINDS, piiFieldsOf, type PiiKind } from './pii.js';
export type { ToolCaller, ToolContext } from './tool-context.js';
export type { DtoClass, ToolAnnotations, ToolDefinition, ToolRateLimit, ToolTexts } from './tool-definition.js';
export { ToolError } from './tool-error.js';
