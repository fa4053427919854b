import assert from 'node:assert/strict';
import { constants, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { spkiOf } from '../../common/x509/keys.ts';
import { validateJwtSvid } from './jwt-validation.ts';

const nowMs = 1_800_000_000_000;
const now = nowMs / 1000;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ec384 = generateKeyPairSync('ec', { namedCurve: 'P-384' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });

const bundle: Bundle = {
  trustDomain: parseTrustDomain('zeta.test'),
  x509Authorities: [],
  jwtAuthorities: Object.entries({ ec, ec384, rsa }).map(([keyId, { publicKey }]) => ({
    keyId,
    publicKeyDer: spkiOf(publicKey),
    expiresAtMs: 0,
    tainted: false,
  })),
  refreshHintSeconds: 0,
  sequenceNumber: 0,
};

const good = { sub: 'spiffe://zeta.test/web', aud: ['db'], exp: now + 300, iat: now };
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

interface Header {
  readonly alg?: string;
  readonly kid?: string;
}

function tokenOf(claims: object, header: Header = {}, key: KeyObject = ec.privateKey): string {
  const input = `${encode({ alg: 'ES256', kid: 'ec', typ: 'JWT', ...header })}.${encode(claims)}`;
  return `${input}.${signatureOf(input, header.alg ?? 'ES256', key).toString('base64url')}`;
}

function signatureOf(input: string, alg: string, key: KeyObject): Buffer {
  const hash = `sha${alg.slice(2)}`;
  if (alg.startsWith('ES'))
    return sign(hash, Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' });
  const padding = alg.startsWith('PS')
    ? constants.RSA_PKCS1_PSS_PADDING
    : constants.RSA_PKCS1_PADDING;
  return sign(hash, Buffer.from(input), { key, padding, saltLength: Number(alg.slice(2)) / 8 });
}

const validate = (token: string, audience = 'db') =>
  validateJwtSvid(
    token,
    audience,
    (name) => (name === bundle.trustDomain ? bundle : undefined),
    nowMs,
  );

test('a sound token is valid, whatever the algorithm', () => {
  const rows: [header: Header, key: KeyObject][] = [
    [{}, ec.privateKey],
    [{ alg: 'ES384', kid: 'ec384' }, ec384.privateKey],
    [{ alg: 'RS256', kid: 'rsa' }, rsa.privateKey],
    [{ alg: 'RS512', kid: 'rsa' }, rsa.privateKey],
    [{ alg: 'PS256', kid: 'rsa' }, rsa.privateKey],
  ];
  for (const [header, key] of rows) {
    const { claims, spiffeId } = validate(tokenOf(good, header, key));
    assert.deepEqual([spiffeId, claims], ['spiffe://zeta.test/web', good], header.alg);
  }
});

test('a lone audience, and a minute of clock difference, are accepted', () => {
  validate(tokenOf({ ...good, aud: 'db' }));
  validate(tokenOf({ ...good, exp: now - 59 }));
  validate(tokenOf({ ...good, nbf: now + 59, iat: now + 59 }));
});

test('everything else is refused with the reason', () => {
  const sound = tokenOf(good);
  const [head = '', body = '', tail = ''] = sound.split('.');
  const rows: [name: string, token: string, expected: RegExp][] = [
    ['empty', 'a', /compact JWS/],
    ['two parts', `${head}.${body}`, /compact JWS/],
    ['four parts', `${sound}.x`, /compact JWS/],
    ['unsigned', `${encode({ alg: 'none', kid: 'ec' })}.${body}.AA`, /algorithm "none"/],
    ['symmetric', `${encode({ alg: 'HS256', kid: 'ec' })}.${body}.AA`, /algorithm "HS256"/],
    ['no key id', `${encode({ alg: 'ES256' })}.${body}.${tail}`, /missing key id/],
    ['an unknown key', tokenOf(good, { kid: 'other' }), /"other" not found/],
    [
      'another claim set',
      `${head}.${encode({ ...good, sub: 'spiffe://zeta.test/db' })}.${tail}`,
      /signature is not valid/,
    ],
    [
      'another key',
      tokenOf(good, {}, generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
      /signature is not valid/,
    ],
    [
      'a key that is no curve’s',
      tokenOf(good, { kid: 'rsa' }, rsa.privateKey),
      /signature is not valid/,
    ],
    [
      'a key that is not of RSA',
      tokenOf(good, { alg: 'RS256', kid: 'ec' }, ec.privateKey),
      /signature is not valid/,
    ],
    [
      'the curve of another algorithm',
      tokenOf(good, { kid: 'ec384' }, ec384.privateKey),
      /signature is not valid/,
    ],
    ['expired', tokenOf({ ...good, exp: now - 61 }), /has expired/],
    ['no expiry', tokenOf({ ...good, exp: undefined }), /missing exp/],
    ['not yet valid', tokenOf({ ...good, nbf: now + 61 }), /not yet valid/],
    ['issued later', tokenOf({ ...good, iat: now + 61 }), /issued in the future/],
    ['a malformed nbf', tokenOf({ ...good, nbf: 'x' }), /malformed nbf/],
    ['another audience', tokenOf({ ...good, aud: ['api'] }), /expected audience/],
    ['no audience', tokenOf({ ...good, aud: undefined }), /expected audience/],
    ['no subject', tokenOf({ ...good, sub: undefined }), /missing subject/],
    ['a bad subject', tokenOf({ ...good, sub: 'web' }), /invalid subject/],
    ['a foreign trust domain', tokenOf({ ...good, sub: 'spiffe://else/web' }), /no keys found/],
    ['a list as claims', `${head}.${encode([])}.${tail}`, /not a JSON object/],
    ['not base64url', `${head}.***.${tail}`, /not base64url/],
    ['a giant', `${'a'.repeat(70_000)}.b.c`, /longer than/],
  ];
  for (const [name, token, expected] of rows) {
    assert.throws(
      () => validate(token),
      (error) => hasCode(error, 'INVALID_ARGUMENT') && expected.test(error.message),
      name,
    );
  }
});
