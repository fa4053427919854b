import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { openssl, opensslVerify } from '../../testkit/openssl.ts';
import {
  createTestCa,
  type Fault,
  type TestCa,
  type TestCaOptions,
} from '../../testkit/test-ca.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { hasCode } from '../errors/spiffe-error.ts';
import { parseSpiffeId } from '../spiffe/spiffe-id.ts';
import { createCsr } from './csr.ts';
import { signCertificate } from './certificate-builder.ts';
import {
  basicConstraints,
  keyUsage,
  keyUsages,
  subjectAltNames,
  type Extension,
} from './extensions.ts';
import { encodeName } from './name.ts';
import { certificatesFromPem } from './pem.ts';
import { signAsync, type Signer } from './signature.ts';
import { generateKeyPair, keyPairFromPkcs8, spkiOf } from './keys.ts';
import { checkX509Svid, verifyX509Svid } from './svid.ts';

const clock = new FakeClock();
const trustDomain = 'example.org';
const id = parseSpiffeId('spiffe://example.org/web');
const ca = await createTestCa({ trustDomain, clock });

const verify = (chainDer: readonly Uint8Array[], roots: readonly Uint8Array[] = [ca.rootDer]) =>
  verifyX509Svid(chainDer, (name) => (name === trustDomain ? roots : undefined), clock.now());

const refusal = (code: ErrorCode, text: RegExp) => (error: unknown) =>
  hasCode(error, code) && text.test(error.message);

test('a sound X509-SVID verifies and names its ID and authority', async () => {
  const { chainDer } = await ca.issue(id);
  const verified = verify(chainDer);
  assert.equal(verified.spiffeId, id);
  assert.deepEqual(verified.authority.der, ca.rootDer);
  assert.match(opensslVerify(chainDer, ca.rootDer, clock.now()), /OK/);
});

for (const keyType of ['ec-p384', 'rsa-2048'] as const) {
  test(`a CA and a leaf with ${keyType} keys verify, for OpenSSL too`, async () => {
    const other = await createTestCa({ trustDomain, clock, keyType });
    const { chainDer } = await other.issue(id, { keyType });
    assert.equal(verify(chainDer, [other.rootDer]).spiffeId, id);
    assert.match(opensslVerify(chainDer, other.rootDer, clock.now()), /OK/);
  });
}

test('two intermediates verify in any order, with one too many in between', async () => {
  const middle = await subordinate(ca, 'MIDDLE');
  const { chainDer } = await (await subordinate(middle, 'LOWER')).issue(id);
  const [leaf, lower, upper] = chainDer;
  const stranger = (await createTestCa({ trustDomain, clock })).rootDer;
  assert.equal(chainDer.length, 3);
  assert.equal(verify([leaf!, upper!, stranger, lower!]).spiffeId, id);
  assert.match(opensslVerify(chainDer, ca.rootDer, clock.now()), /OK/);
});

test('the right one of several roots with the same subject is found', async () => {
  const others = await Promise.all([1, 2, 3].map(() => createTestCa({ trustDomain, clock })));
  const { chainDer } = await ca.issue(id);
  const roots = [...others.map((other) => other.rootDer), ca.rootDer];
  assert.deepEqual(verify(chainDer, roots).authority.der, ca.rootDer);
});

const faults: readonly [Fault, ErrorCode, RegExp][] = [
  [
    'expired',
    'CERTIFICATE_EXPIRED',
    /^x509: certificate has expired or is not yet valid: .* is after /,
  ],
  ['not_yet_valid', 'CERTIFICATE_EXPIRED', /not yet valid: .* is before /],
  ['foreign_ca', 'UNKNOWN_AUTHORITY', /^x509: certificate signed by unknown authority$/],
  ['bad_signature', 'UNKNOWN_AUTHORITY', /^x509: certificate signed by unknown authority$/],
  ['ca_leaf', 'CERTIFICATE_INVALID', /must not have CA flag/],
  ['two_uris', 'CERTIFICATE_INVALID', /more than one URI SAN/],
  ['no_uri', 'CERTIFICATE_INVALID', /contains no URI SAN/],
  ['cert_sign', 'CERTIFICATE_INVALID', /must not have 'keyCertSign'/],
  ['crl_sign', 'CERTIFICATE_INVALID', /must not have 'cRLSign'/],
  ['no_digital_signature', 'CERTIFICATE_INVALID', /must have 'digitalSignature'/],
  ['unknown_critical_extension', 'CERTIFICATE_INVALID', /unhandled critical extension 1\.3\.6\.1/],
];
for (const [fault, code, text] of faults) {
  test(`an X509-SVID with the fault ${fault} is refused with ${code}`, async () => {
    const { chainDer } = await ca.issue(id, { fault });
    assert.throws(() => verify(chainDer), refusal(code, text));
  });
}

for (const uri of [
  'spiffe://example.org',
  'https://example.org/web',
  'spiffe://example.org/../x',
]) {
  test(`a leaf for ${uri} is refused`, async () => {
    const sound = await ca.issue(id);
    const der = Buffer.from(sound.chainDer[0]!);
    const padded = uri.padEnd(id.length, '/').slice(0, id.length);
    der.write(padded, der.indexOf('spiffe://'));
    assert.throws(() => verify([der]), refusal('CERTIFICATE_INVALID', /SPIFFE ID/));
  });
}

test('an ID without a path is no leaf', async () => {
  const chainDer = await ca.sign(await emptyCsr(), 'spiffe://example.org');
  assert.throws(() => verify(chainDer), refusal('CERTIFICATE_INVALID', /has no path/));
});

test('the last second of a certificate is inside its validity, the next is not', async () => {
  const { chainDer, notAfterMs } = await ca.issue(id);
  const at = (nowMs: number) => verifyX509Svid(chainDer, () => [ca.rootDer], nowMs);
  assert.equal(at(notAfterMs + 999).spiffeId, id);
  assert.throws(() => at(notAfterMs + 1_000), refusal('CERTIFICATE_EXPIRED', /expired/));
});

test('a trust domain without a bundle is refused by name', async () => {
  const other = await createTestCa({ trustDomain: 'other.test', clock });
  const { chainDer } = await other.issue('spiffe://other.test/web');
  assert.throws(
    () => verify(chainDer),
    refusal('UNKNOWN_AUTHORITY', /no X\.509 bundle found for trust domain: "other\.test"/),
  );
});

test('bundles are not merged: a CA of one trust domain cannot vouch for another', async () => {
  const other = await createTestCa({ trustDomain: 'other.test', clock });
  const { chainDer } = await ca.issue('spiffe://other.test/web');
  const bundles = new Map([
    [trustDomain, [ca.rootDer]],
    ['other.test', [other.rootDer]],
  ]);
  assert.throws(
    () => verifyX509Svid(chainDer, (name) => bundles.get(name), clock.now()),
    refusal('UNKNOWN_AUTHORITY', /unknown authority/),
  );
});

const criticalUnknown: Extension = {
  oid: '1.3.6.1.4.1.99999.2',
  critical: true,
  value: Uint8Array.of(5, 0),
};
const nameConstraints: Extension = {
  oid: '2.5.29.30',
  critical: true,
  value: Buffer.from('3000', 'hex'),
};
const badIssuers: readonly [string, Partial<TestCaOptions>, ErrorCode, RegExp][] = [
  [
    'cannot sign certificates',
    { keyUsage: keyUsages.cRLSign },
    'CERTIFICATE_INVALID',
    /must have 'keyCertSign'/,
  ],
  [
    'says nothing of its key usage',
    { keyUsage: 'absent' },
    'CERTIFICATE_INVALID',
    /must have 'keyCertSign'/,
  ],
  ['has expired', { ttlMs: -5_000 }, 'CERTIFICATE_EXPIRED', /expired/],
  [
    'has an unknown critical extension',
    { extraExtensions: [criticalUnknown] },
    'CERTIFICATE_INVALID',
    /unhandled critical/,
  ],
  [
    'has name constraints',
    { extraExtensions: [nameConstraints] },
    'CERTIFICATE_INVALID',
    /name constraints/,
  ],
];
for (const [name, options, code, text] of badIssuers) {
  test(`a root that ${name} is refused`, async () => {
    const root = await createTestCa({ trustDomain, clock, ...options });
    const { chainDer } = await root.issue(id);
    assert.throws(() => verify(chainDer, [root.rootDer]), refusal(code, text));
  });

  test(`an intermediate that ${name} is refused`, async () => {
    const middle = await subordinate(ca, 'MIDDLE', options);
    const { chainDer } = await middle.issue(id);
    assert.throws(() => verify(chainDer), refusal(code, text));
  });
}

test('a leaf cannot sign another leaf', async () => {
  const holder = await ca.issue(id);
  const keyPair = keyPairFromPkcs8(holder.privateKeyDer.reveal());
  const impostor = await createTestCa({ trustDomain, clock });
  const forger: TestCa = { ...impostor, keyPair, certificateDer: holder.chainDer[0]! };
  const forged = await subordinate(forger, 'FORGED');
  const { chainDer } = await forged.issue(id);
  assert.throws(
    () => verify([...chainDer, holder.chainDer[0]!]),
    refusal('CERTIFICATE_INVALID', /must have CA flag set to true/),
  );
});

test('a path length of 0 allows leaves and no further CA', async () => {
  const root = await createTestCa({ trustDomain, clock, pathLength: 0 });
  const direct = await root.issue(id);
  assert.equal(verify(direct.chainDer, [root.rootDer]).spiffeId, id);
  const below = await (await subordinate(root, 'BELOW')).issue(id);
  assert.throws(
    () => verify(below.chainDer, [root.rootDer]),
    refusal('CERTIFICATE_INVALID', /allows 0 intermediates below it/),
  );
});

test('a CA that passes its own name to a new key does not count towards a path length', async () => {
  const subject = [{ type: 'O', value: 'SPIFFE' }];
  const old = await createTestCa({ trustDomain, clock, subject, pathLength: 0 });
  const renewed = await createTestCa({ trustDomain, clock, subject, upstream: old });
  const { chainDer } = await renewed.issue(id);
  assert.equal(verify(chainDer, [old.rootDer]).spiffeId, id);
});

test('a chain that brings its own root along is of an unknown authority, and not searched in circles', async () => {
  const foreign = await createTestCa({ trustDomain, clock });
  const { chainDer } = await foreign.issue(id);
  assert.throws(
    () => verify([...chainDer, foreign.rootDer]),
    refusal('UNKNOWN_AUTHORITY', /unknown authority/),
  );
});

test('among many roots with one name the key identifier leads to the right one', async () => {
  const other = await createTestCa({ trustDomain, clock });
  const roots = Array.from({ length: 100 }, () => Buffer.from(other.rootDer));
  const { chainDer } = await ca.issue(id);
  assert.deepEqual(verify(chainDer, [...roots, ca.rootDer]).authority.der, ca.rootDer);
});

test('an empty chain and one of 17 certificates are refused', async () => {
  const { chainDer } = await ca.issue(id);
  assert.throws(() => verify([]), refusal('CERTIFICATE_INVALID', /chain is empty/));
  const long = Array.from({ length: 17 }, () => chainDer[0]!);
  assert.throws(() => verify(long), refusal('CERTIFICATE_INVALID', /at most 16 are allowed/));
});

test('a bundle of 200 roots with one name ends after a bounded number of signature checks', async () => {
  const foreign = await createTestCa({ trustDomain, clock });
  const { chainDer } = await foreign.issue(id);
  const roots = Array.from({ length: 200 }, () => Buffer.from(ca.rootDer));
  assert.throws(
    () => verify(chainDer, roots),
    refusal('CERTIFICATE_INVALID', /more than 64 signature checks/),
  );
});

test('an agent keeps an X509-SVID whose key, ID and chain fit', async () => {
  const svid = await ca.issue(id);
  const keyPair = keyPairFromPkcs8(svid.privateKeyDer.reveal());
  const parts = { id, chainDer: svid.chainDer, keyPair, authorities: [ca.rootDer] };
  const checked = checkX509Svid({ ...parts, nowMs: clock.now() });
  assert.deepEqual(
    Buffer.from(checked.privateKeyDer.reveal()),
    Buffer.from(svid.privateKeyDer.reveal()),
  );
  assert.equal(checked.serialNumber, svid.serialNumber);
  assert.equal(checked.notAfterMs, svid.notAfterMs);
});

test('an agent refuses an X509-SVID for another key or another ID', async () => {
  const svid = await ca.issue(id);
  const keyPair = keyPairFromPkcs8(svid.privateKeyDer.reveal());
  const parts = {
    id,
    chainDer: svid.chainDer,
    keyPair,
    authorities: [ca.rootDer],
    nowMs: clock.now(),
  };
  const otherKey = await generateKeyPair('ec-p256');
  const otherId = parseSpiffeId('spiffe://example.org/db');
  assert.throws(
    () => checkX509Svid({ ...parts, keyPair: otherKey }),
    refusal('CERTIFICATE_INVALID', /private key does not match/),
  );
  assert.throws(
    () => checkX509Svid({ ...parts, id: otherId }),
    refusal('SPIFFE_ID_MISMATCH', /names "spiffe:\/\/example\.org\/web", expected /),
  );
});

test('an agent looks for the authority of another trust domain nowhere', async () => {
  const svid = await ca.issue('spiffe://other.test/web');
  const keyPair = keyPairFromPkcs8(svid.privateKeyDer.reveal());
  const { chainDer } = svid;
  assert.throws(
    () => checkX509Svid({ id, chainDer, keyPair, authorities: [ca.rootDer], nowMs: clock.now() }),
    refusal('UNKNOWN_AUTHORITY', /no X\.509 bundle found for trust domain: "other\.test"/),
  );
});

test('a certificate that was signed with SHA-1 is refused', () => {
  const request =
    'req -x509 -sha1 -newkey rsa:2048 -nodes -keyout /dev/null -subj /O=x -days 36500';
  const extensions = [
    'basicConstraints=critical,CA:FALSE',
    'keyUsage=critical,digitalSignature',
    `subjectAltName=URI:${id}`,
  ].flatMap((extension) => ['-addext', extension]);
  const [der] = certificatesFromPem(openssl([...request.split(' '), ...extensions]));
  assert.throws(() => verify([der!]), refusal('CERTIFICATE_INVALID', /is not accepted/));
});

test('a root with an RSA key of 1024 bits vouches for nobody', async () => {
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 });
  const signer: Signer = {
    type: 'rsa-2048',
    sign: (data, hash) => signAsync(data, weak.privateKey, hash),
  };
  const template = {
    serialNumber: Uint8Array.of(1),
    issuerDer: encodeName([{ type: 'O', value: 'weak' }]),
    notBeforeMs: clock.now(),
    notAfterMs: clock.now() + 60_000,
  };
  const rootDer = await signCertificate(
    {
      ...template,
      subjectDer: template.issuerDer,
      publicKeyDer: spkiOf(weak.publicKey),
      extensions: [basicConstraints(true), keyUsage(keyUsages.keyCertSign)],
    },
    signer,
  );
  const leafDer = await signCertificate(
    {
      ...template,
      subjectDer: encodeName([{ type: 'O', value: 'leaf' }]),
      publicKeyDer: ca.keyPair.publicKeyDer,
      extensions: [keyUsage(keyUsages.digitalSignature), subjectAltNames([], [id])],
    },
    signer,
  );
  assert.ok(new X509Certificate(leafDer).verify(weak.publicKey));
  assert.throws(
    () => verify([leafDer], [rootDer]),
    refusal('UNKNOWN_AUTHORITY', /unknown authority/),
  );
});

function subordinate(
  upstream: TestCa,
  unit: string,
  options: Partial<TestCaOptions> = {},
): Promise<TestCa> {
  const subject = [
    { type: 'O', value: 'SPIFFE' },
    { type: 'OU', value: unit },
  ];
  return createTestCa({ trustDomain, clock, upstream, subject, ...options });
}

async function emptyCsr(): Promise<Uint8Array> {
  return createCsr(await generateKeyPair('ec-p256'));
}
