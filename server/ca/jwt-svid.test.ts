import assert from 'node:assert/strict';
import { verify } from 'node:crypto';
import { test } from 'node:test';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import type { JwtKeyAuthority } from './authority.ts';
import { signJwtSvid } from './jwt-svid.ts';

const clock = new FakeClock(Date.UTC(2026, 0, 1) + 500);
const seconds = Math.floor(clock.now() / 1000);
const request = {
  spiffeId: parseSpiffeId('spiffe://example.org/web'),
  audience: ['a', '', 'b'],
  ttlMs: 300_000,
};

async function authority(type: KeyType, notAfterMs = clock.now() + 3_600_000) {
  const key = await createMemoryKeyManager().generateKey('JWT-Signer-A', type);
  const signer: JwtKeyAuthority = {
    slot: 'A',
    status: 'active',
    authorityId: 'kid-1',
    issuedAtMs: clock.now(),
    signsFromMs: clock.now(),
    notAfterMs,
    key,
  };
  return { jwt: { signer: () => signer }, key };
}

const partsOf = (token: string) => token.split('.') as [string, string, string];
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown;

const rows: readonly [KeyType, string, string][] = [
  ['ec-p256', 'ES256', 'sha256'],
  ['ec-p384', 'ES384', 'sha384'],
  ['rsa-2048', 'RS256', 'sha256'],
];
for (const [type, alg, hash] of rows) {
  test(`a ${type} key signs with ${alg}, and the token verifies`, async () => {
    const { jwt, key } = await authority(type);
    for (let round = 0; round < 8; round++) {
      const { token } = await signJwtSvid({ jwt }, request, clock);
      const [header, claims, signature] = partsOf(token);
      const data = Buffer.from(`${header}.${claims}`);
      const verifier = { key: key.keyPair().publicKey, dsaEncoding: 'ieee-p1363' as const };
      assert.ok(verify(hash, data, verifier, Buffer.from(signature, 'base64url')));
      assert.deepEqual(decode(header), { alg, kid: 'kid-1', typ: 'JWT' });
    }
  });
}

test('the claims are those of SPIRE 1.15 and no more', async () => {
  const svid = await signJwtSvid(await authority('ec-p256'), request, clock);
  assert.deepEqual(decode(partsOf(svid.token)[1]), {
    sub: 'spiffe://example.org/web',
    aud: ['a', 'b'],
    exp: seconds + 300,
    iat: seconds,
  });
  assert.equal(svid.expiresAtMs, (seconds + 300) * 1000);
  assert.equal(svid.issuedAtMs, seconds * 1000);
});

test('an issuer and a token id are there when asked for', async () => {
  const asked = { ...request, issuer: 'https://issuer.test', includeJti: true };
  const { token } = await signJwtSvid(await authority('ec-p256'), asked, clock);
  const claims = decode(partsOf(token)[1]) as { iss: string; jti: string };
  assert.equal(claims.iss, 'https://issuer.test');
  assert.match(claims.jti, /^[A-Za-z0-9_-]{22}$/);
});

test('a JWT-SVID never outlives its key', async () => {
  const host = await authority('ec-p256', (seconds + 60) * 1000);
  const svid = await signJwtSvid(host, request, clock);
  assert.equal(svid.expiresAtMs, (seconds + 60) * 1000);
});

test('without an audience nothing is signed', async () => {
  const host = await authority('ec-p256');
  await assert.rejects(signJwtSvid(host, { ...request, audience: ['', ''] }, clock), (error) =>
    hasCode(error, 'INVALID_ARGUMENT'),
  );
});

test('a JWT-SVID that would end in the second in which it is issued is not signed', async () => {
  const host = await authority('ec-p256');
  await assert.rejects(signJwtSvid(host, { ...request, ttlMs: 499 }, clock), {
    code: 'INVALID_ARGUMENT',
    message: 'JWT-SVID would have expired when it is issued',
  });
});
