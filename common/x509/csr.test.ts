import assert from 'node:assert/strict';
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { openssl } from '../../testkit/openssl.ts';
import { hasCode } from '../errors/spiffe-error.ts';
import { createCsr, parseCsr } from './csr.ts';
import { formatName } from './name.ts';
import { generateKeyPair, spkiOf } from './keys.ts';
import { decodePem, encodePem } from './pem.ts';

const pair = await generateKeyPair('ec-p256');
const csr = createCsr({ ...pair, uri: 'spiffe://example.org/web', dnsNames: ['b.test', 'a.test'] });

test('what createCsr writes, parseCsr reads, and the signature proves the key', () => {
  const parsed = parseCsr(csr);
  parsed.verifySignature();
  assert.deepEqual(parsed.uris, ['spiffe://example.org/web']);
  assert.deepEqual(parsed.dnsNames, ['b.test', 'a.test']);
  assert.equal(formatName(parsed.subject), 'C=US, O=SPIRE');
  assert.deepEqual(parsed.publicKeyDer, pair.publicKeyDer);
});

for (const type of ['ec-p256', 'ec-p384', 'rsa-2048'] as const) {
  test(`OpenSSL verifies a CSR of a ${type} key`, async () => {
    const other = await generateKeyPair(type);
    const pem = encodePem('CERTIFICATE REQUEST', createCsr({ ...other, uri: 'spiffe://x/y' }));
    const text = openssl(['req', '-verify', '-noout', '-text'], pem);
    assert.match(text, /URI:spiffe:\/\/x\/y/);
    assert.match(text, /Subject: C = US, O = SPIRE/);
  });
}

test('an agent CSR has no names at all', () => {
  const parsed = parseCsr(createCsr(pair));
  parsed.verifySignature();
  assert.deepEqual([parsed.uris, parsed.dnsNames], [[], []]);
});

const opensslKeys = {
  'P-521': ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-521', '-sha512'],
  'RSA 3072': ['-newkey', 'rsa:3072', '-sha256'],
};
for (const [name, key] of Object.entries(opensslKeys)) {
  test(`a CSR of a ${name} key made by OpenSSL is accepted`, () => {
    const fixed = ['-nodes', '-keyout', '/dev/null', '-subj', '/CN=x'];
    const names = ['-addext', 'subjectAltName=critical,URI:spiffe://a/b,DNS:c'];
    const pem = openssl(['req', '-new', ...key, ...fixed, ...names]);
    const parsed = parseCsr(decodePem(pem)[0]!.der);
    parsed.verifySignature();
    assert.deepEqual(parsed.uris, ['spiffe://a/b']);
  });
}

test('a CSR whose key was swapped does not verify', async () => {
  const other = await generateKeyPair('ec-p256');
  const swapped = Buffer.from(csr);
  const at = swapped.indexOf(pair.publicKeyDer);
  swapped.set(other.publicKeyDer, at);
  const parsed = parseCsr(swapped);
  assert.throws(
    () => parsed.verifySignature(),
    (error) => hasCode(error, 'CSR_INVALID') && /signature does not verify/.test(error.message),
  );
});

test('on the thread pool the same requests verify and the same do not', async () => {
  await parseCsr(csr).verifySignatureAsync();
  const changed = Buffer.from(csr);
  changed.write('spiffe://example.org/wEb', changed.indexOf('spiffe://'));
  const flipped = Buffer.from(csr);
  flipped[flipped.length - 1]! ^= 1;
  for (const bad of [changed, flipped]) {
    await assert.rejects(
      parseCsr(bad).verifySignatureAsync(),
      (error) => hasCode(error, 'CSR_INVALID') && /signature does not verify/.test(error.message),
    );
  }
});

test('a CSR whose SPIFFE ID was changed after signing does not verify', () => {
  const changed = Buffer.from(csr);
  changed.write('spiffe://example.org/wEb', changed.indexOf('spiffe://'));
  const parsed = parseCsr(changed);
  assert.deepEqual(parsed.uris, ['spiffe://example.org/wEb']);
  assert.throws(
    () => parsed.verifySignature(),
    (error) => hasCode(error, 'CSR_INVALID'),
  );
});

const weakPem = openssl(
  'req -new -newkey rsa:1024 -nodes -keyout /dev/null -subj /CN=x'.split(' '),
);

const bad: Readonly<Record<string, Uint8Array>> = {
  'no bytes': new Uint8Array(),
  'a certificate in its place': Buffer.from('300506032a0304', 'hex'),
  'a truncated end': csr.subarray(0, -1),
  'bytes after its end': Buffer.concat([csr, Uint8Array.of(0)]),
  'more than 64 KiB': Buffer.alloc(70_000, 0x30),
  'an RSA key of 1024 bits': decodePem(weakPem)[0]!.der,
};
for (const [name, der] of Object.entries(bad)) {
  test(`a CSR with ${name} is refused`, () => {
    assert.throws(
      () => parseCsr(der),
      (error) => hasCode(error, 'CSR_INVALID') && error.message.startsWith('CSR '),
    );
  });
}

test('a key that cannot sign for us makes no CSR', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  assert.throws(
    () =>
      createCsr({
        privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
        publicKeyDer: spkiOf(publicKey),
      }),
    (error) => hasCode(error, 'KEY_INVALID'),
  );
});
