import { createHmac, generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { JwtService } from '@nestjs/jwt';
import { TEST_SECRET } from '../../../test/support/identity.js';
import { FixedClock } from '../../../test/support/time.js';
import { readConfig } from '../../config/index.js';
import { AppError } from '../../kernel/index.js';
import { lifetime } from './lifetime.js';
import { TokenCodec } from './token-codec.js';

const USER = '01930000-0000-7000-8000-000000000001';
const JTI = '01930000-0000-7000-8000-000000000002';
const PUBLIC_URL = 'https://turnpike.example';

function setUp() {
  const clock = new FixedClock();
  const config = readConfig({ AUTH_SECRET: TEST_SECRET, PUBLIC_URL });
  const codec = new TokenCodec(new JwtService({ secret: TEST_SECRET }), TEST_SECRET, config, clock);
  const now = Math.floor(clock.now().getTime() / 1_000);
  const claims = {
    iss: PUBLIC_URL,
    aud: `${PUBLIC_URL}/mcp`,
    sub: USER,
    scope: 'mcp',
    jti: JTI,
    pwf: 'fingerprint',
    iat: now,
    exp: now + 60,
  };
  let serial = 0;
  const problemOf = (token: string): unknown => {
    try {
      serial += 1;
      return codec.verify(token, String(serial));
    } catch (error) {
      return error instanceof AppError ? error.data.problem : error;
    }
  };
  return { clock, codec, claims, now, problemOf };
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(
  payload: unknown,
  header: object = { alg: 'HS256', typ: 'JWT' },
  key: string | Buffer = TEST_SECRET,
  digest = 'sha256',
): string {
  const body = `${part(header)}.${part(payload)}`;
  return `${body}.${createHmac(digest, key).update(body).digest('base64url')}`;
}

describe('TokenCodec', () => {
  it('reads back what it signed', () => {
    const { codec, clock } = setUp();
    const claims = { scope: 'web', userId: USER, jti: JTI, pwf: 'x', ...lifetime(clock.now(), 60_000) } as const;
    expect(codec.verify(codec.sign(claims), 'digest')).toEqual(claims);
  });

  it('accepts the hand-made token that the refusals below are variations of', () => {
    const { claims, problemOf } = setUp();
    expect(problemOf(signed(claims))).toMatchObject({ scope: 'mcp', userId: USER, jti: JTI });
  });

  it.each(['none', 'None', 'nOnE', 'NONE'])('tok-alg-confusion: alg %s with an empty signature is refused', (alg) => {
    const { claims, problemOf } = setUp();
    expect(problemOf(`${part({ alg, typ: 'JWT' })}.${part(claims)}.`)).toBe('invalid');
  });

  it('tok-alg-confusion: HS256 over a public key, another secret or no secret is refused', () => {
    const { claims, problemOf } = setUp();
    const pem = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey.export({ type: 'spki', format: 'pem' });
    for (const key of [pem, 'another secret that is long enough, really', '']) {
      expect(problemOf(signed(claims, { alg: 'HS256' }, key))).toBe('invalid');
    }
  });

  it.each([
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
    ['RS256', 'sha256'],
    ['ES256', 'sha256'],
    ['EdDSA', 'sha512'],
    ['', 'sha256'],
  ])('tok-alg-confusion: alg %j is refused, though the secret is right', (alg, digest) => {
    const { claims, problemOf } = setUp();
    expect(problemOf(signed(claims, { alg }, TEST_SECRET, digest))).toBe('invalid');
  });

  it.each([
    ['kid with a path', { kid: '../../dev/null' }],
    ['kid with an address', { kid: 'https://evil.example/key' }],
    ['jku', { jku: 'https://evil.example/jwks.json' }],
    ['jwk', { jwk: { kty: 'oct', k: Buffer.from('attacker').toString('base64url') } }],
  ])('tok-alg-confusion: %s in the header chooses no key', (_name, header) => {
    const { claims, problemOf } = setUp();
    expect(problemOf(signed(claims, { alg: 'HS256', ...header }, 'attacker'))).toBe('invalid');
    expect(problemOf(signed(claims, { alg: 'HS256', ...header }, ''))).toBe('invalid');
  });

  it('refuses an extension that must be understood (RFC 7515, 4.1.11)', () => {
    const { claims, problemOf } = setUp();
    expect(problemOf(signed(claims, { alg: 'HS256', crit: ['b64'], b64: true }))).toBe('invalid');
  });

  it('tok-alg-confusion: exp must be a number in the future, nbf must have passed', () => {
    const { claims, now, problemOf } = setUp();
    const { exp: _exp, ...endless } = claims;
    expect(problemOf(signed(endless))).toBe('invalid');
    expect(problemOf(signed({ ...claims, exp: String(now + 60) }))).toBe('invalid');
    expect(problemOf(signed({ ...claims, exp: null }))).toBe('invalid');
    expect(problemOf(signed({ ...claims, exp: now }))).toBe('expired');
    expect(problemOf(signed({ ...claims, exp: now - 1 }))).toBe('expired');
    expect(problemOf(signed({ ...claims, nbf: now + 61 }))).toBe('invalid');
  });

  it.each([
    ['of another resource', 'https://other.example/mcp'],
    ['missing', undefined],
    ['a list without ours', ['https://other.example/mcp']],
    ['a list with ours and another', [`${PUBLIC_URL}/mcp`, 'https://other.example']],
    ['ours with a trailing slash', `${PUBLIC_URL}/mcp/`],
    ['that of the other scope', PUBLIC_URL],
    ['empty', ''],
  ])('tok-audience: an audience %s is refused', (_name, aud) => {
    const { claims, problemOf } = setUp();
    expect(problemOf(signed({ ...claims, aud }))).toBe('invalid');
  });

  it.each([
    ['another issuer', { iss: 'https://other.example' }],
    ['no issuer', { iss: undefined }],
    ['an unknown scope', { scope: 'admin' }],
    ['a list of scopes', { scope: ['mcp'] }],
    ['a subject that is no id', { sub: "' OR 1=1" }],
    ['an object for the fingerprint', { pwf: {} }],
    ['no jti', { jti: undefined }],
  ])('refuses %s', (_name, changed) => {
    const { claims, problemOf } = setUp();
    expect(problemOf(signed({ ...claims, ...changed }))).toBe('invalid');
  });

  it.each(['', 'x', 'a.b', 'a.b.c', 'a.b.c.d', '..', signed('a text'), signed(null), signed([])])(
    'refuses %j, which is no token',
    (text) => {
      expect(setUp().problemOf(text)).toBe('invalid');
    },
  );

  it('a remembered token still expires', () => {
    const { clock, codec, claims } = setUp();
    const token = signed(claims);
    codec.verify(token, 'digest');
    clock.advance(60_000);
    expect(() => codec.verify(token, 'digest')).toThrow('expired');
  });

  it('the fingerprint depends on the password hash and on the secret, and hides the hash', () => {
    const { codec } = setUp();
    const config = readConfig({ AUTH_SECRET: TEST_SECRET, PUBLIC_URL });
    const other = new TokenCodec(new JwtService({}), 'another secret', config, new FixedClock());
    expect(codec.matches(codec.fingerprint('hash 1'), 'hash 1')).toBe(true);
    expect(codec.matches(codec.fingerprint('hash 1'), 'hash 2')).toBe(false);
    expect(codec.matches('', 'hash 1')).toBe(false);
    expect(codec.fingerprint('hash 1')).not.toBe(other.fingerprint('hash 1'));
    expect(codec.fingerprint('hash 1')).toHaveLength(16);
  });
});
