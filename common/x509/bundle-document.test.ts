import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { test } from 'node:test';
import { createTestCa } from '../../testkit/test-ca.ts';
import { hasCode } from '../errors/spiffe-error.ts';
import type { Bundle } from '../spiffe/bundle.ts';
import { encodeBundleDocument, encodeJwks, parseBundleDocument } from './bundle-document.ts';
import { jwkOfSpki } from './jwk.ts';
import { generateKeyPair } from './keys.ts';

const ca = await createTestCa({ trustDomain: 'example.org' });
const jwtKey = await generateKeyPair('rsa-2048');
const bundle: Bundle = {
  ...ca.bundle,
  jwtAuthorities: [
    { keyId: 'key-1', publicKeyDer: jwtKey.publicKeyDer, expiresAtMs: 0, tainted: false },
  ],
  sequenceNumber: 7,
  refreshHintSeconds: 300,
};
const parse = (document: unknown) =>
  parseBundleDocument(
    ca.trustDomain,
    typeof document === 'string' ? document : JSON.stringify(document),
  );
const x509 = { use: 'x509-svid', kty: 'EC', x5c: [Buffer.from(ca.rootDer).toString('base64')] };

test('a bundle survives its document', () => {
  const again = parse(encodeBundleDocument(bundle));
  assert.deepEqual(Buffer.from(again.x509Authorities[0]!.der), Buffer.from(ca.rootDer));
  assert.deepEqual(again.jwtAuthorities, bundle.jwtAuthorities);
  assert.equal(again.sequenceNumber, 7);
  assert.equal(again.refreshHintSeconds, 300);
});

test('the document has the members of SPIRE 1.15 and no empty ones', () => {
  const document = JSON.parse(
    encodeBundleDocument({ ...bundle, sequenceNumber: 0, refreshHintSeconds: 0 }),
  ) as { keys: object[] };
  assert.deepEqual(Object.keys(document), ['keys']);
  assert.deepEqual(
    document.keys.map((key) => Object.keys(key)),
    [
      ['use', 'kty', 'crv', 'x', 'y', 'x5c'],
      ['use', 'kid', 'kty', 'n', 'e'],
    ],
  );
});

for (const type of ['ec-p256', 'ec-p384', 'rsa-2048'] as const) {
  test(`the JWK of a ${type} key is the one that Node exports`, async () => {
    const { publicKey, publicKeyDer } = await generateKeyPair(type);
    assert.deepEqual(jwkOfSpki(publicKeyDer), publicKey.export({ format: 'jwk' }));
  });
}

test('a JWKS for workloads has key ids and no use', () => {
  const { keys } = JSON.parse(encodeJwks(bundle.jwtAuthorities)) as { keys: { kid: string }[] };
  assert.deepEqual(Object.keys(keys[0]!), ['kid', 'kty', 'n', 'e']);
  const key = createPublicKey({ key: keys[0]!, format: 'jwk' });
  assert.ok(key.equals(jwtKey.publicKey));
});

test('keys of unknown or missing use and unknown members are passed over', () => {
  const parsed = parse({ keys: [{ use: 'wit-svid' }, { kty: 'oct' }, x509], more: 1 });
  assert.equal(parsed.x509Authorities.length, 1);
  assert.equal(parsed.jwtAuthorities.length, 0);
});

test('an empty list of keys is a bundle without authorities', () => {
  assert.deepEqual(parse({ keys: [] }).x509Authorities, []);
});

for (const hint of [0, -5, 'x', 1.5, null, 1e300]) {
  test(`the refresh hint ${JSON.stringify(hint)} counts as unset`, () => {
    assert.equal(parse({ keys: [], spiffe_refresh_hint: hint }).refreshHintSeconds, 0);
  });
}

const bad: Readonly<Record<string, [unknown, RegExp]>> = {
  'PEM in place of JSON': ['-----BEGIN CERTIFICATE-----', /is not JSON/],
  'a list': [[], /is not a JSON object/],
  'no keys': [{}, /has no "keys" list/],
  'a key that is a number': [{ keys: [1] }, /key 0 is not an object/],
  'an X.509 key without certificates': [
    { keys: [{ ...x509, x5c: [] }] },
    /exactly one certificate/,
  ],
  'an X.509 key with two': [
    { keys: [{ ...x509, x5c: [...x509.x5c, ...x509.x5c] }] },
    /exactly one/,
  ],
  'a certificate that is none': [{ keys: [{ ...x509, x5c: ['AAAA'] }] }, /key 0: certificate/],
  'a JWT key without an id': [
    { keys: [{ use: 'jwt-svid', ...jwkOfSpki(jwtKey.publicKeyDer) }] },
    /"kid"/,
  ],
  'a JWT key that is a secret': [
    { keys: [{ use: 'jwt-svid', kid: 'a', kty: 'oct', k: 'AAAA' }] },
    /not a public key/,
  ],
};
for (const [name, [document, text]] of Object.entries(bad)) {
  test(`a bundle document with ${name} is refused`, () => {
    assert.throws(
      () => parse(document),
      (error) => hasCode(error, 'CERTIFICATE_INVALID') && text.test(error.message),
    );
  });
}
