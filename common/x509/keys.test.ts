import assert from 'node:assert/strict';
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { hasCode } from '../errors/spiffe-error.ts';
import { subjectKeyIdOf } from './key-identifier.ts';
import {
  generateKeyPair,
  keyPairFromPkcs8,
  keyTypeOf,
  parseKeyType,
  pkcs8Of,
  publicKeyFromSpki,
  spkiOf,
  type KeyType,
} from './keys.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { opensslText } from '../../testkit/openssl.ts';

test('key types are read in any case', () => {
  assert.equal(parseKeyType('EC-P256'), 'ec-p256');
  assert.equal(parseKeyType('rsa-4096'), 'rsa-4096');
});

for (const text of ['', 'ec-p521', 'rsa', 'ec-p256 ', '__proto__']) {
  test(`key type ${JSON.stringify(text)} is refused with the list of those that exist`, () => {
    assert.throws(
      () => parseKeyType(text),
      (error) => hasCode(error, 'KEY_INVALID') && /expected one of ec-p256, /.test(error.message),
    );
  });
}

for (const type of ['ec-p256', 'ec-p384', 'rsa-2048'] as const satisfies KeyType[]) {
  test(`a ${type} key survives PKCS#8 with the same public key`, async () => {
    const pair = await generateKeyPair(type);
    const again = keyPairFromPkcs8(pkcs8Of(pair.privateKey));
    assert.equal(keyTypeOf(again.privateKey), type);
    assert.deepEqual(again.publicKeyDer, pair.publicKeyDer);
  });
}

const spki = (pair: { publicKey: Parameters<typeof spkiOf>[0] }) => spkiOf(pair.publicKey);
const p521 = generateKeyPairSync('ec', { namedCurve: 'P-521' });
const rsa1024 = generateKeyPairSync('rsa', { modulusLength: 1024 });
const ed25519 = generateKeyPairSync('ed25519');
const koblitz = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });

test('a peer may bring P-521, although we never make such a key', () => {
  assert.equal(publicKeyFromSpki(spki(p521)).asymmetricKeyDetails?.namedCurve, 'secp521r1');
  assert.throws(
    () => keyPairFromPkcs8(pkcs8Of(p521.privateKey)),
    (error) => hasCode(error, 'KEY_INVALID'),
  );
});

test('a peer may not bring an RSA key that costs us much to verify with', () => {
  const { n = '' } = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
    format: 'jwk',
  });
  const withExponent = (e: Buffer) =>
    spkiOf(createPublicKey({ key: { kty: 'RSA', n, e: e.toString('base64url') }, format: 'jwk' }));
  assert.ok(publicKeyFromSpki(withExponent(Buffer.from('7fffffff', 'hex'))));
  for (const exponent of [Buffer.from('80000001', 'hex'), Buffer.alloc(255, 0x7f)]) {
    assert.throws(() => publicKeyFromSpki(withExponent(exponent)), {
      code: 'KEY_INVALID',
      message: /exponent below 2\^31/,
    });
  }
});

const refused = { 'RSA 1024': rsa1024, Ed25519: ed25519, secp256k1: koblitz };
for (const [name, pair] of Object.entries(refused)) {
  test(`a ${name} key is refused, public and private`, () => {
    assert.throws(
      () => publicKeyFromSpki(spki(pair)),
      (error) => hasCode(error, 'KEY_INVALID'),
    );
    assert.throws(
      () => keyPairFromPkcs8(pkcs8Of(pair.privateKey)),
      (error) => hasCode(error, 'KEY_INVALID'),
    );
  });
}

test('bytes that are no key are refused and not quoted', () => {
  const bytes = Buffer.from('this is not a key but it is secret');
  for (const read of [keyPairFromPkcs8, publicKeyFromSpki]) {
    assert.throws(
      () => read(bytes),
      (error) => hasCode(error, 'KEY_INVALID') && !inspect(error).includes('secret'),
    );
  }
});

test('a key pair that is logged shows no private key', async () => {
  const pair = await generateKeyPair('ec-p256');
  const secret = Buffer.from(pkcs8Of(pair.privateKey)).subarray(36, 60);
  const printed = inspect(pair, { depth: 9 }) + JSON.stringify(pair);
  assert.ok(!printed.includes(secret.toString('base64').slice(0, 20)));
  assert.ok(!printed.includes(secret.toString('hex').slice(0, 20)));
});

test('the subject key identifier is the one that OpenSSL prints', async () => {
  const ca = await createTestCa({ trustDomain: 'example.org' });
  const colons = subjectKeyIdOf(ca.keyPair.publicKeyDer)
    .toString('hex')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');
  assert.ok(opensslText(ca.rootDer).includes(colons));
});
