import assert from 'node:assert/strict';
import { verify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { createTestCa } from '../../testkit/test-ca.ts';
import { openssl } from '../../testkit/openssl.ts';
import { hasCode } from '../errors/spiffe-error.ts';
import { parseCertificate } from './certificate.ts';
import { decodePem } from './pem.ts';
import { keyUsages } from './extensions.ts';

const ca = await createTestCa({ trustDomain: 'example.org' });
const svid = await ca.issue('spiffe://example.org/web', { dnsNames: ['b.test', 'a.test'] });
const leafDer = svid.chainDer[0]!;

test('what we parse is what Node parses', () => {
  const ours = parseCertificate(leafDer);
  const nodes = new X509Certificate(leafDer);
  assert.equal(ours.serialNumber, BigInt(`0x${nodes.serialNumber}`).toString());
  assert.equal(ours.notBeforeMs, nodes.validFromDate.getTime());
  assert.equal(ours.notAfterMs, nodes.validToDate.getTime());
  assert.deepEqual(ours.publicKeyDer, nodes.publicKey.export({ type: 'spki', format: 'der' }));
  assert.deepEqual(ours.extKeyUsage, nodes.keyUsage);
  assert.equal(ours.isCa, nodes.ca);
  assert.equal(ours.subject, 'C=US, O=SPIRE');
  assert.equal(ours.issuer, 'C=US, O=SPIFFE');
  assert.equal(ours.authorityKeyId, parseCertificate(ca.rootDer).subjectKeyId);
});

test('the body is the bytes that were signed, whatever the length of its header', () => {
  const long = openssl(
    ['req', '-x509', '-nodes', '-keyout', '/dev/null', '-subj', `/CN=${'x'.repeat(60)}`].concat(
      ['-newkey', 'rsa:4096', '-sha256'],
      ['-addext', `subjectAltName=URI:spiffe://example.org/${'y'.repeat(40)}`],
    ),
  );
  const selfSigned = [ca.rootDer, decodePem(long)[0]!.der].map(parseCertificate);
  for (const { der, tbsDer, signature } of selfSigned) {
    const { publicKey } = new X509Certificate(der);
    assert.ok(verify('sha256', tbsDer, publicKey, signature));
  }
});

test('a name that was read before is still refused where it is malformed', () => {
  const broken = Buffer.from(leafDer);
  // The SET round the issuer's country becomes a SEQUENCE.
  const at = broken.indexOf(Buffer.from('130255', 'hex'));
  broken[at - 9] = 0x30;
  for (let round = 0; round < 2; round++) {
    assert.throws(
      () => parseCertificate(broken),
      (error) => hasCode(error, 'CERTIFICATE_INVALID'),
    );
  }
});

test('names keep their order', () => {
  const { dnsNames, uris } = parseCertificate(leafDer);
  assert.deepEqual(dnsNames, ['b.test', 'a.test']);
  assert.deepEqual(uris, ['spiffe://example.org/web']);
});

test('a certificate that OpenSSL made is read: RSA, GeneralizedTime, UTF-8, path length', () => {
  const args =
    'req -x509 -newkey rsa:2048 -nodes -keyout /dev/null -days 20000 -utf8 -subj /C=DE/O=Zürich,AG/CN=x';
  const extensions = [
    ['basicConstraints=critical,CA:TRUE,pathlen:3'],
    ['keyUsage=critical,keyCertSign,cRLSign,digitalSignature'],
    ['subjectAltName=URI:spiffe://example.org,DNS:a.test,email:a@b.test,IP:10.0.0.1'],
  ].flatMap(([value]) => ['-addext', value!]);
  const pem = openssl([...args.split(' '), ...extensions]);
  const certificate = parseCertificate(decodePem(pem, 'CERTIFICATE')[0]!.der);
  assert.equal(certificate.subject, 'C=DE, O=Zürich\\,AG, CN=x');
  assert.equal(certificate.pathLength, 3);
  assert.equal(
    certificate.keyUsage,
    keyUsages.keyCertSign | keyUsages.cRLSign | keyUsages.digitalSignature,
  );
  assert.deepEqual(certificate.uris, ['spiffe://example.org']);
  assert.deepEqual(certificate.dnsNames, ['a.test']);
  assert.ok(certificate.notAfterMs > Date.UTC(2050, 0, 1));
});

/** Replaces one stretch of bytes, given in hex, in the leaf. */
function replace(from: string, to: string): Uint8Array {
  const hex = Buffer.from(leafDer).toString('hex');
  assert.ok(hex.includes(from), 'the leaf holds what is to be replaced');
  return Buffer.from(hex.replace(from, to), 'hex');
}

const bad: Readonly<Record<string, () => Uint8Array>> = {
  'no bytes': () => new Uint8Array(),
  'a truncated certificate': () => leafDer.subarray(0, -1),
  'bytes after the certificate': () => Buffer.concat([leafDer, Uint8Array.of(0)]),
  'more than 64 KiB': () => Buffer.alloc(65_537, 0x30),
  'an indefinite length': () => Buffer.from('30800000', 'hex'),
  'a length with a leading zero': () =>
    Buffer.concat([Uint8Array.of(0x30, 0x83, 0), leafDer.subarray(2)]),
  'depth without end': () => nested(2_000),
  'version 4': () => replace('a003020102', 'a003020103'),
  'a BOOLEAN that is neither true nor false': () => replace('0101ff', '010101'),
  'a key usage of nine unused bits': () => replace('030203a8', '030209a8'),
  'an extension twice': () => replace('0603551d25', '0603551d0f'),
  'another signature algorithm inside': () =>
    replace('06082a8648ce3d040302', '06082a8648ce3d040303'),
  'a URI that is not ASCII': () => replace('7370696666653a2f', '73706966666580ff'),
  '31 February': () => replace('170d', '170e'),
};
for (const [name, make] of Object.entries(bad)) {
  test(`a certificate with ${name} is refused`, () => {
    assert.throws(
      () => parseCertificate(make()),
      (error) => hasCode(error, 'CERTIFICATE_INVALID') && error.message.startsWith('certificate '),
    );
  });
}

function nested(levels: number): Uint8Array {
  let der = Buffer.of(5, 0);
  for (let level = 0; level < levels && der.length < 60_000; level++) {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(der.length);
    der = Buffer.concat([Buffer.of(0x30, 0x82), length, der]);
  }
  return der;
}
