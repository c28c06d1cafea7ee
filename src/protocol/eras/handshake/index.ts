export { HANDSHAKE_METHODS, type HandshakeMethod } from './methods.js';
export { projectHandshakeResult } from './project.js';
