import { describe, expect, it } from '@jest/globals';
import { SeededRandom } from '../../../test/support/time.js';
import { readConfig } from '../../config/index.js';
import { AppError, LOCALES } from '../../kernel/index.js';
import { createLogger, Draining } from '../../platform/index.js';
import { RPC_CODES, SUPPORTED_VERSIONS, rejection, type RejectionCause } from '../../protocol/index.js';
import { REJECTION_CODES } from './error.codes.js';
import { ErrorMapper, type Failed } from './error.mapper.js';
import { REFUSALS, type RefusalReason } from './refusal.texts.js';
import { rejectionText } from './rejection.texts.js';
import { SURFACES } from './surfaces.js';

const log: string[] = [];
const config = readConfig({ PUBLIC_URL: 'https://turnpike.example' });
const logger = createLogger({ level: 'error', random: new SeededRandom(), write: (line) => void log.push(line) });
const mapper = new ErrorMapper(config, logger, new Draining(config, logger));
const surface = SURFACES[0]!;
const METADATA = 'resource_metadata="https://turnpike.example/.well-known/oauth-protected-resource/mcp"';

const failed = (change: Partial<Failed> = {}): Failed => ({
  surface,
  era: 'handshake',
  id: 4,
  locale: 'en',
  ...change,
});
const bodyOf = ({ body }: { body?: string }): unknown => (body === undefined ? undefined : JSON.parse(body));

const CAUSES: readonly RejectionCause[] = [
  { reason: 'parse_error', problem: 'json' },
  { reason: 'parse_error', problem: 'encoding' },
  { reason: 'too_deep', limit: 64 },
  { reason: 'invalid_request', problem: 'forbidden_key' },
  { reason: 'invalid_request', problem: 'id', element: 2 },
  { reason: 'invalid_batch', problem: 'empty', count: 0, limit: 10 },
  { reason: 'batch_not_allowed' },
  { reason: 'response_not_allowed' },
  { reason: 'unknown_version_header', requested: 'banana', supported: SUPPORTED_VERSIONS },
  { reason: 'unsupported_version', requested: '1900-01-01', supported: SUPPORTED_VERSIONS },
  { reason: 'meta_incomplete', key: '_meta', problem: 'missing', supported: SUPPORTED_VERSIONS },
  { reason: 'header_mismatch', header: 'Mcp-Name', problem: 'different', expected: 'a', got: 'b' },
  { reason: 'missing_capability', requiredCapabilities: { sampling: {} } },
];

describe('codes', () => {
  it('are exactly these', () => {
    expect(RPC_CODES).toEqual({
      PARSE_ERROR: -32700,
      INVALID_REQUEST: -32600,
      METHOD_NOT_FOUND: -32601,
      INVALID_PARAMS: -32602,
      INTERNAL_ERROR: -32603,
      SERVER_ERROR: -32000,
      UNAUTHORIZED: -32001,
      RATE_LIMITED: -32002,
      SUBSCRIPTION_REQUIRED: -32003,
      HEADER_MISMATCH: -32020,
      MISSING_CAPABILITY: -32021,
      UNSUPPORTED_VERSION: -32022,
    });
    expect(REJECTION_CODES).toEqual({
      parse_error: -32700,
      too_deep: -32600,
      invalid_request: -32600,
      invalid_batch: -32600,
      batch_not_allowed: -32600,
      response_not_allowed: -32600,
      unknown_version_header: -32600,
      unsupported_version: -32022,
      meta_incomplete: -32602,
      header_mismatch: -32020,
      missing_capability: -32021,
    });
  });

  it('of refusals outside JSON-RPC are exactly these statuses', () => {
    expect(Object.fromEntries(Object.entries(REFUSALS).map(([reason, { status }]) => [reason, status]))).toEqual({
      disabled: 404,
      draining: 503,
      host: 403,
      origin: 403,
      method: 405,
      media_type: 415,
      encoding: 415,
      too_large: 413,
      too_slow: 408,
      not_acceptable: 406,
    });
  });
});

describe('a refused body', () => {
  it.each(CAUSES)('has a text in every language: $reason', (cause) => {
    const texts = LOCALES.map((locale) => rejectionText(rejection('handshake', 1, cause))[locale]);
    expect(texts.every((text) => text.length > 5 && !text.includes('undefined'))).toBe(true);
    expect(texts[0]).not.toBe(texts[1]);
  });

  it('rpc-parse-error-id: has a null id in the handshake era and none in the stateless one', () => {
    const cause = { reason: 'parse_error', problem: 'json' } as const;
    const error = { code: -32700, message: 'The body is not JSON' };
    const handshake = mapper.rejection(rejection('handshake', undefined, cause), 'en');
    expect(handshake.status).toBe(400);
    expect(bodyOf(handshake)).toEqual({ jsonrpc: '2.0', id: null, error });
    expect(bodyOf(mapper.rejection(rejection('stateless', undefined, cause), 'en'))).toEqual({ jsonrpc: '2.0', error });
  });

  it('ver-2026-unsupported-version: names what is supported', () => {
    const cause = { reason: 'unsupported_version', requested: '2030-01-01', supported: SUPPORTED_VERSIONS } as const;
    expect(bodyOf(mapper.rejection(rejection('stateless', 1, cause), 'en'))).toMatchObject({
      id: 1,
      error: { code: -32022, data: { requested: '2030-01-01', supported: SUPPORTED_VERSIONS } },
    });
  });
});

describe('a caller who is not let in', () => {
  const error = (problem: string) =>
    new AppError('unauthenticated', { ru: 'Нужен', en: 'Say "who" \\ you are' }, { problem });

  it('is told where the metadata is, without an error code when no token was sent', () => {
    const answer = mapper.authentication(error('missing'), failed());
    expect(answer.status).toBe(401);
    expect(answer.headers).toEqual({ 'WWW-Authenticate': `Bearer ${METADATA}, scope="tools"` });
  });

  it.each(['invalid', 'expired', 'revoked', 'malformed'])(
    'is told that the token is invalid when it is %s',
    (problem) => {
      const challenge = mapper.authentication(error(problem), failed()).headers?.['WWW-Authenticate'];
      const description = `error_description="Say 'who' ? you are"`;
      expect(challenge).toBe(`Bearer error="invalid_token", ${description}, ${METADATA}, scope="tools"`);
    },
  );

  it('is told to come back when nobody can say who they are', () => {
    const answer = mapper.authentication(
      new AppError('unavailable', { ru: 'Позже', en: 'Later' }),
      failed({ locale: 'ru' }),
    );
    expect(answer).toEqual({ status: 503, body: '{"detail":"Позже"}', headers: { 'Retry-After': '5' } });
  });

  it('lacks a scope: 403 with the scope to ask for', () => {
    const text = { ru: 'Нужна область', en: 'A scope is needed' };
    const answer = mapper.fault({ reason: 'scope_missing', text, scope: 'tools:heat' }, failed());
    expect(answer.status).toBe(403);
    expect(answer.headers?.['WWW-Authenticate']).toBe(
      `Bearer error="insufficient_scope", error_description="A scope is needed", ${METADATA}, scope="tools:heat"`,
    );
  });
});

describe('a request that was not answered', () => {
  it('ver-discover-and-unknown-method: names no method: 200 in the handshake era, 404 in the stateless one', () => {
    const fault = { reason: 'method_not_found', method: 'nope' } as const;
    const handshake = mapper.fault(fault, failed({ locale: 'ru' }));
    expect(handshake.status).toBe(200);
    expect(handshake.body).toBe(
      '{"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"Метод не поддерживается: nope"}}',
    );
    expect(mapper.fault(fault, failed({ era: 'stateless' })).status).toBe(404);
  });

  it('has bad parameters: 200 in both eras', () => {
    const fault = { reason: 'invalid_params', text: { ru: 'Неверно', en: 'Wrong' }, data: { field: 'name' } } as const;
    for (const era of ['handshake', 'stateless'] as const) {
      const answer = mapper.fault(fault, failed({ era }));
      expect(answer.status).toBe(200);
      expect(bodyOf(answer)).toMatchObject({
        id: 4,
        error: { code: -32602, message: 'Wrong', data: { field: 'name' } },
      });
    }
  });

  it('failed inside: the answer holds the id of the error and nothing else, the log holds the rest', () => {
    log.length = 0;
    const answer = mapper.fault(
      { reason: 'internal', error: new Error('secret detail') },
      failed({ traceId: 'trace-1' }),
    );
    const { error } = bodyOf(answer) as { error: { code: number; message: string; data: { errorId: string } } };
    expect(answer.status).toBe(200);
    expect(error).toEqual({ code: -32603, message: 'Internal error', data: { errorId: expect.any(String) } });
    expect(answer.body).not.toContain('secret');
    expect(log.join('')).toContain(error.data.errorId);
    expect(log.join('')).toContain('secret detail');
    expect(log.join('')).toContain('trace-1');
  });

  it('broke the server: 500 with a null id in the handshake era and none in the stateless one', () => {
    const { id: _id, ...unknown } = failed();
    expect(mapper.unexpected(new Error('x'), unknown).status).toBe(500);
    expect(bodyOf(mapper.unexpected(new Error('x'), unknown))).toHaveProperty('id', null);
    expect(bodyOf(mapper.unexpected(new Error('x'), { ...unknown, era: 'stateless' }))).not.toHaveProperty('id');
  });
});

describe('a refusal at the door', () => {
  it.each(Object.keys(REFUSALS) as RefusalReason[])('has a text in every language: %s', (reason) => {
    const texts = LOCALES.map((locale) => mapper.refusal(reason, locale, surface).body);
    expect(new Set(texts).size).toBe(LOCALES.length);
  });

  it('names the allowed methods, or the time to wait', () => {
    expect(mapper.refusal('method', 'en', surface).headers).toEqual({ Allow: 'POST, OPTIONS' });
    expect(mapper.refusal('draining', 'en', surface).headers).toEqual({ 'Retry-After': '5', Connection: 'close' });
  });
});
