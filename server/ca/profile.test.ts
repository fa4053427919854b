import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSpiffeId, serverIdOf } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { createMemoryKeyManager } from '../../common/keymanager/memory-key-manager.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { generateKeyPair, type KeyType } from '../../common/x509/keys.ts';
import { encodeName, parseName } from '../../common/x509/name.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createMemoryCaStore } from '../../testkit/memory-ca-store.ts';
import { opensslText, opensslVerify } from '../../testkit/openssl.ts';
import { peculiar } from '../../testkit/peculiar-x509.ts';
import { CaManager } from './ca-manager.ts';
import { CaSigner } from './ca-signer.ts';
import { downstreamCaTemplate, spireProfile } from './profile.ts';

const trustDomain = parseTrustDomain('example.org');
const clock = new FakeClock();
const web = parseSpiffeId('spiffe://example.org/web');
const hour = 3_600_000;

async function createCa(caKeyType: KeyType = 'ec-p256') {
  const manager = new CaManager({
    trustDomain,
    caTtlMs: 24 * hour,
    caKeyType,
    jwtKeyType: 'ec-p256',
    keys: createMemoryKeyManager(),
    store: createMemoryCaStore(trustDomain),
    clock,
    log: silentLogger,
  });
  await manager.start();
  const root = manager.x509.current!.certificate;
  return { manager, root, signer: new CaSigner(manager, clock) };
}

const { root, signer } = await createCa();
const key = await generateKeyPair('ec-p256');
const request = { spiffeId: web, publicKeyDer: key.publicKeyDer, ttlMs: hour };

/** The lines under `X509v3 extensions`, two to each extension. */
function extensionsOf(der: Uint8Array): string[] {
  const [, rest = ''] = opensslText(der).split('X509v3 extensions:\n');
  const [block = ''] = rest.split(/\n {4}Signature/);
  return block.split('\n').map((line) => line.trim());
}

const colons = (hex: string) => hex.toUpperCase().replace(/(..)(?=.)/g, '$1:');

test('the self-signed CA has the fields of SPIRE 1.15, bit for bit', () => {
  assert.deepEqual(extensionsOf(root.der), [
    'X509v3 Key Usage: critical',
    'Certificate Sign, CRL Sign',
    'X509v3 Basic Constraints: critical',
    'CA:TRUE',
    'X509v3 Subject Key Identifier:',
    colons(root.subjectKeyId),
    'X509v3 Subject Alternative Name:',
    'URI:spiffe://example.org',
  ]);
  assert.equal(root.subject, `C=US, O=SPIFFE, SERIALNUMBER=${root.serialNumber}`);
  assert.equal(root.issuer, root.subject);
  assert.equal(root.notBeforeMs, clock.now() - 10_000);
  assert.equal(root.notAfterMs, clock.now() + 24 * hour);
  assert.match(opensslVerify([root.der], root.der, clock.now()), /OK/);
});

test('a workload X509-SVID has the fields of SPIRE 1.15, DNS names before the URI', async () => {
  const svid = await signer.signX509Svid({ ...request, dnsNames: ['b.test', 'a.test'] });
  const leaf = parseCertificate(svid.chainDer[0]!);
  assert.deepEqual(extensionsOf(leaf.der), [
    'X509v3 Key Usage: critical',
    'Digital Signature, Key Encipherment, Key Agreement',
    'X509v3 Extended Key Usage:',
    'TLS Web Server Authentication, TLS Web Client Authentication',
    'X509v3 Basic Constraints: critical',
    'CA:FALSE',
    'X509v3 Subject Key Identifier:',
    colons(leaf.subjectKeyId),
    'X509v3 Authority Key Identifier:',
    colons(root.subjectKeyId),
    'X509v3 Subject Alternative Name:',
    'DNS:b.test, DNS:a.test, URI:spiffe://example.org/web',
  ]);
  assert.equal(leaf.subject, 'C=US, O=SPIRE, CN=b.test');
  assert.equal(leaf.issuer, root.subject);
  assert.equal(leaf.notBeforeMs, clock.now() - 10_000);
  assert.equal(leaf.notAfterMs, clock.now() + hour);
  assert.equal(svid.chainDer.length, 1);
  assert.match(opensslVerify(svid.chainDer, root.der, clock.now()), /OK/);
});

test('an X509-SVID without DNS names has the plain subject, for server and agent too', async () => {
  for (const spiffeId of [
    serverIdOf(trustDomain),
    parseSpiffeId('spiffe://example.org/spire/agent/x'),
  ]) {
    const { chainDer } = await signer.signX509Svid({ ...request, spiffeId });
    const leaf = parseCertificate(chainDer[0]!);
    assert.equal(leaf.subject, 'C=US, O=SPIRE');
    assert.deepEqual(leaf.uris, [spiffeId]);
  }
});

test('a subject of the request replaces the usual one', async () => {
  const subjectDer = encodeName([{ type: 'O', value: 'Acme' }]);
  const { chainDer } = await signer.signX509Svid({ ...request, subjectDer });
  assert.equal(parseCertificate(chainDer[0]!).subject, 'O=Acme');
});

test('F122: an X509-SVID never outlives its CA', async () => {
  const svid = await signer.signX509Svid({ ...request, ttlMs: 1_000 * hour });
  assert.equal(svid.notAfterMs, root.notAfterMs);
});

test('an X509-SVID never outlives what its CA hangs from', async () => {
  const { manager } = await createCa();
  const notAfterMs = clock.now() + hour / 2;
  const current = { ...manager.x509.current!, notAfterMs };
  const hanging = new CaSigner(
    { profile: manager.profile, x509: { signer: () => current, earlySigner: () => current } },
    clock,
  );
  assert.equal((await hanging.signX509Svid(request)).notAfterMs, notAfterMs);
});

test('the unit of a CA two levels down takes the place of its parent’s', async () => {
  const asked = { publicKeyDer: key.publicKeyDer, ttlMs: hour };
  const [der] = await signer.signDownstreamCa(asked);
  const profile = { ...spireProfile, trustDomain };
  const parent = parseCertificate(der!);
  const { subjectDer } = downstreamCaTemplate(profile, parent, { ...asked, depth: 2 }, clock.now());
  const units = parseName(subjectDer).filter(({ type }) => type === 'OU');
  assert.deepEqual(units, [{ type: 'OU', value: 'DOWNSTREAM-2' }]);
});

test('a downstream CA has its parent as issuer and DOWNSTREAM-1 as its unit', async () => {
  const [der] = await signer.signDownstreamCa({ publicKeyDer: key.publicKeyDer, ttlMs: hour });
  const ca = parseCertificate(der!);
  assert.equal(ca.subject, `C=US, O=SPIFFE, OU=DOWNSTREAM-1, SERIALNUMBER=${root.serialNumber}`);
  assert.deepEqual(extensionsOf(ca.der), [
    'X509v3 Key Usage: critical',
    'Certificate Sign, CRL Sign',
    'X509v3 Basic Constraints: critical',
    'CA:TRUE',
    'X509v3 Subject Key Identifier:',
    colons(ca.subjectKeyId),
    'X509v3 Subject Alternative Name:',
    'URI:spiffe://example.org',
    'X509v3 Authority Key Identifier:',
    colons(root.subjectKeyId),
  ]);
  assert.match(opensslVerify([ca.der], root.der, clock.now()), /OK/);
});

const algorithms: Readonly<Record<string, [KeyType, RegExp]>> = {
  'EC P-384': ['ec-p384', /Signature Algorithm: ecdsa-with-SHA384/],
  'RSA 2048': ['rsa-2048', /Signature Algorithm: sha256WithRSAEncryption/],
};
for (const [name, [type, algorithm]] of Object.entries(algorithms)) {
  test(`a CA with an ${name} key signs as SPIRE does`, async () => {
    const other = await createCa(type);
    const { chainDer } = await other.signer.signX509Svid(request);
    assert.match(opensslText(chainDer[0]!), algorithm);
    assert.match(opensslVerify(chainDer, other.root.der, clock.now()), /OK/);
  });
}

test('@peculiar/x509 reads and verifies what we signed', async () => {
  const { chainDer } = await signer.signX509Svid({ ...request, dnsNames: ['a.test'] });
  const leaf = new peculiar.X509Certificate(Buffer.from(chainDer[0]!));
  const authority = new peculiar.X509Certificate(Buffer.from(root.der));
  const names = leaf.getExtension(peculiar.SubjectAlternativeNameExtension)?.names.toJSON();
  assert.deepEqual(names, [
    { type: 'dns', value: 'a.test' },
    { type: 'url', value: web },
  ]);
  assert.equal(leaf.subject, 'C=US, O=SPIRE, CN=a.test');
  const date = new Date(clock.now());
  assert.ok(await leaf.verify({ publicKey: authority.publicKey, date }));
});

test('our own verification accepts what we signed', async () => {
  const { chainDer } = await signer.signX509Svid(request);
  assert.equal(verifyX509Svid(chainDer, () => [root.der], clock.now()).spiffeId, web);
});

test('serial numbers are positive, 128 bits and never the same', async () => {
  const serials = new Set<string>();
  for (let at = 0; at < 64; at++) serials.add((await signer.signX509Svid(request)).serialNumber);
  assert.equal(serials.size, 64);
  assert.ok([...serials].every((serial) => BigInt(serial) > 0n && BigInt(serial) < 1n << 128n));
});
