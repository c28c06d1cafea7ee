import { isJsonObject, type Json, type JsonObject } from '../kernel/index.js';
import { excerpt, type RpcCall } from './jsonrpc/index.js';

/** The reserved keys of `params._meta` (MCP 2026-07-28, Basic, "General fields"). */
export const META_KEYS = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
} as const;

const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What a call says about itself beside its parameters. Values of a wrong type are left out. */
export interface RequestMeta {
  readonly progressToken?: string | number;
  readonly clientInfo?: { readonly name: string; readonly version: string };
  /** Present on every stateless request that the classifier let through. */
  readonly clientCapabilities?: JsonObject;
  readonly logLevel?: LogLevel;
  /** W3C trace context, unchecked. */
  readonly traceparent?: string;
  readonly tracestate?: string;
  /** The whole `_meta`, for keys of other owners; empty when there is none. */
  readonly raw: JsonObject;
}

/** Reads `params._meta` of a call of either era. */
export function metaOf(call: RpcCall): RequestMeta {
  const raw = rawMeta(call.params);
  if (raw === undefined) return { raw: {} };
  const progressToken = raw.progressToken;
  const clientInfo = raw[META_KEYS.clientInfo];
  const clientCapabilities = raw[META_KEYS.clientCapabilities];
  const logLevel = raw[META_KEYS.logLevel];
  const { traceparent, tracestate } = raw;
  return {
    raw,
    ...(isProgressToken(progressToken) && { progressToken }),
    ...(isImplementation(clientInfo) && {
      clientInfo: { name: excerpt(clientInfo.name), version: excerpt(clientInfo.version) },
    }),
    ...(isJsonObject(clientCapabilities) && { clientCapabilities }),
    ...(isLogLevel(logLevel) && { logLevel }),
    ...(typeof traceparent === 'string' && { traceparent }),
    ...(typeof tracestate === 'string' && { tracestate }),
  };
}

/** The `_meta` object of a message's `params`, whatever the value is. */
export function rawMeta(params: Json | undefined): JsonObject | undefined {
  if (!isJsonObject(params)) return undefined;
  const meta = params._meta;
  return isJsonObject(meta) ? meta : undefined;
}

/** The first fault of a stateless request's `_meta`; undefined when it is complete. clientInfo is optional. */
export function metaFault(meta: JsonObject | undefined): { key: string; problem: 'missing' | 'invalid' } | undefined {
  if (meta === undefined) return { key: '_meta', problem: 'missing' };
  for (const key of [META_KEYS.protocolVersion, META_KEYS.clientCapabilities]) {
    if (meta[key] === undefined) return { key, problem: 'missing' };
  }
  if (typeof meta[META_KEYS.protocolVersion] !== 'string')
    return { key: META_KEYS.protocolVersion, problem: 'invalid' };
  if (!isJsonObject(meta[META_KEYS.clientCapabilities])) {
    return { key: META_KEYS.clientCapabilities, problem: 'invalid' };
  }
  for (const [key, isLegal] of OPTIONAL_KEYS) {
    if (meta[key] !== undefined && !isLegal(meta[key])) return { key, problem: 'invalid' };
  }
  return undefined;
}

const OPTIONAL_KEYS: readonly (readonly [string, (value: Json | undefined) => boolean])[] = [
  [META_KEYS.clientInfo, isImplementation],
  [META_KEYS.logLevel, isLogLevel],
  ['progressToken', isProgressToken],
];

function isImplementation(value: Json | undefined): value is { readonly name: string; readonly version: string } {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.version === 'string';
}

function isLogLevel(value: Json | undefined): value is LogLevel {
  return LOG_LEVELS.some((level) => level === value);
}

function isProgressToken(value: Json | undefined): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}
