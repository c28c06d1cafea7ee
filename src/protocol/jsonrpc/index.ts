export { rpcError, rpcResult, type RpcErrorAnswer, type RpcErrorObject, type RpcResultAnswer } from './answer.js';
export { MAX_DEPTH } from './depth.js';
export type {
  MalformedMessage,
  MessageProblem,
  RpcCall,
  RpcId,
  RpcMessage,
  RpcNotification,
  RpcRequest,
  RpcResponse,
} from './message.js';
export { parseBody, type ParsedBody, type ParseFault } from './parse-body.js';
export { readMessage } from './read-message.js';
export { excerpt, wellFormed } from './well-formed.js';
