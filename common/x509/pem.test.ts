import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { test } from 'node:test';
import { hasCode } from '../errors/spiffe-error.ts';
import { generateKeyPair, pkcs8Of } from './keys.ts';
import { certificatesFromPem, decodePem, encodePem, encodePemBytes } from './pem.ts';

for (const length of [1, 2, 3, 47, 48, 49, 50, 96, 1000]) {
  test(`${length} bytes are written as Node's base64 in lines of 64 columns`, () => {
    const der = Uint8Array.from({ length }, (_, at) => (at * 89) % 256);
    const base64 = Buffer.from(der)
      .toString('base64')
      .replace(/.{64}(?=.)/g, '$&\n');
    const pem = `-----BEGIN X-----\n${base64}\n-----END X-----\n`;
    assert.equal(encodePem('X', der), pem);
    assert.deepEqual(decodePem(pem), [{ label: 'X', der: Buffer.from(der) }]);
  });
}

test('a private key in PEM bytes is read by OpenSSL', async () => {
  const { privateKey } = await generateKeyPair('rsa-2048');
  const pem = encodePemBytes('PRIVATE KEY', pkcs8Of(privateKey));
  assert.ok(createPrivateKey(pem).equals(privateKey));
});

test('a bundle may have comments, CRLF and other blocks', () => {
  const a = encodePem('CERTIFICATE', Uint8Array.of(1));
  const key = encodePem('PRIVATE KEY', Uint8Array.of(9));
  const b = encodePem('CERTIFICATE', Uint8Array.of(2));
  const text = `# roots\n${a}subject=/C=US\n${key}${b}`.replaceAll('\n', '\r\n');
  assert.deepEqual(certificatesFromPem(text), [Buffer.of(1), Buffer.of(2)]);
});

const bad = {
  'no block': 'hello',
  'no end': '-----BEGIN CERTIFICATE-----\nAAAA\n',
  'two begins': '-----BEGIN CERTIFICATE-----\nAAAA\n-----BEGIN CERTIFICATE-----\n',
  'another end': '-----BEGIN CERTIFICATE-----\nAAAA\n-----END PRIVATE KEY-----\n',
  'an end alone': '-----END CERTIFICATE-----\n',
  'not base64': '-----BEGIN CERTIFICATE-----\nA*AA\n-----END CERTIFICATE-----\n',
  'an odd length': '-----BEGIN CERTIFICATE-----\nAAA\n-----END CERTIFICATE-----\n',
  'an empty block': '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
};
for (const [name, text] of Object.entries(bad)) {
  test(`PEM with ${name} is refused`, () => {
    assert.throws(
      () => certificatesFromPem(text),
      (error) => hasCode(error, 'CERTIFICATE_INVALID'),
    );
  });
}
