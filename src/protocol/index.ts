export { classify, type InboundInput } from './classify.js';
export { RPC_CODES, type RpcCode } from './codes.js';
export { HANDSHAKE_METHODS, type HandshakeMethod } from './eras/handshake/index.js';
export { projectResult } from './eras/project-result.js';
export { STATELESS_METHODS, type CacheHint, type ServerInfo, type StatelessMethod } from './eras/stateless/index.js';
export type { HeaderValue } from './header-value.js';
export type {
  HandshakeBatch,
  HandshakeSingle,
  Inbound,
  Refused,
  StatelessSingle,
  VersionSource,
  Wire,
} from './inbound.js';
export {
  excerpt,
  MAX_DEPTH,
  rpcError,
  wellFormed,
  type MessageProblem,
  type RpcCall,
  type RpcErrorAnswer,
  type RpcErrorObject,
  type RpcId,
  type RpcMessage,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  type RpcResultAnswer,
} from './jsonrpc/index.js';
export {
  rejection,
  type BatchProblem,
  type ProtocolHeader,
  type Rejection,
  type RejectionCause,
  type RejectionReason,
} from './rejection.js';
export { metaOf, type LogLevel, type RequestMeta } from './request-meta.js';
export {
  HANDSHAKE_VERSIONS,
  SUPPORTED_VERSIONS,
  type Era,
  type HandshakeVersion,
  type StatelessVersion,
} from './versions.js';
