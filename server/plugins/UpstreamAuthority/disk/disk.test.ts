import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import { hasCode } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { parseTrustDomain } from '../../../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../../../common/x509/certificate.ts';
import { subjectAltNames } from '../../../../common/x509/extensions.ts';
import { createCsr } from '../../../../common/x509/csr.ts';
import { generateKeyPair, pkcs8Of } from '../../../../common/x509/keys.ts';
import { certificatesFromPem, certificatesToPem, encodePem } from '../../../../common/x509/pem.ts';
import { verifyPath } from '../../../../common/x509/path.ts';
import { FakeClock } from '../../../../testkit/fake-clock.ts';
import { openssl } from '../../../../testkit/openssl.ts';
import { temporaryFolder } from '../../../../testkit/temporary-folder.ts';
import { createTestCa, type TestCa } from '../../../../testkit/test-ca.ts';
import { disk } from './disk.ts';

const trustDomain = parseTrustDomain('example.org');
const clock = new FakeClock(systemClock.now() + 60_000);
const pair = await generateKeyPair('ec-p256');
const csrDer = createCsr({ ...pair, uri: 'spiffe://example.org' });
const hour = 3_600_000;
const never = new AbortController().signal;

interface Files {
  readonly cert_file_path: string;
  readonly key_file_path: string;
  readonly bundle_file_path?: string;
}

function keyPem({ keyPair }: TestCa): string {
  return encodePem('PRIVATE KEY', pkcs8Of(keyPair.privateKey));
}

function write(folder: string, cert: string, key: string, bundle?: string): Files {
  const put = (name: string, content: string) => {
    writeFileSync(join(folder, `${name}.new`), content);
    renameSync(join(folder, `${name}.new`), join(folder, name));
    return join(folder, name);
  };
  return {
    cert_file_path: put('ca.crt', cert),
    key_file_path: put('ca.key', key),
    ...(bundle !== undefined && { bundle_file_path: put('roots.crt', bundle) }),
  };
}

/** One bit of the signature is another. */
function spoiled(der: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(der);
  bytes[bytes.length - 4]! ^= 1;
  return bytes;
}

const create = async (files: Files, log: Logger = silentLogger) =>
  await disk.create(disk.config.parse(files), { trustDomain, clock, log });

const root = await createTestCa({ trustDomain: 'example.org', clock, ttlMs: 10 * hour });
const rootPem = certificatesToPem([root.rootDer]);

test('a self-signed CA signs what the request names, for as long as asked or as it lives', async () => {
  const upstream = await create(write(temporaryFolder(), rootPem, keyPem(root)));
  const { chainDer, roots } = await upstream.mintX509Ca({ csrDer, preferredTtlMs: hour }, never);
  const [ca] = chainDer.map(parseCertificate);
  assert.equal(ca?.subject, 'C=US, O=SPIRE');
  assert.deepEqual(ca.uris, ['spiffe://example.org']);
  assert.equal(ca.notAfterMs, Math.floor((clock.now() + hour) / 1000) * 1000);
  assert.deepEqual(ca.publicKeyDer, pair.publicKeyDer);
  assert.deepEqual(
    roots.map(({ der, tainted }) => [Buffer.from(der), tainted]),
    [[Buffer.from(root.rootDer), false]],
  );
  const long = await upstream.mintX509Ca({ csrDer, preferredTtlMs: 99 * hour }, never);
  assert.equal(
    parseCertificate(long.chainDer[0]!).notAfterMs,
    parseCertificate(root.rootDer).notAfterMs,
  );
});

test('below a bundle the chain has the CA and the CAs above it', async () => {
  const middle = await createTestCa({ trustDomain: 'example.org', clock, upstream: root });
  const cert = certificatesToPem([middle.certificateDer]);
  const upstream = await create(write(temporaryFolder(), cert, keyPem(middle), rootPem));
  const { chainDer } = await upstream.mintX509Ca({ csrDer, preferredTtlMs: hour }, never);
  const [ca, ...above] = chainDer.map(parseCertificate);
  assert.deepEqual(
    above.map(({ der }) => Buffer.from(der)),
    [Buffer.from(middle.certificateDer)],
  );
  verifyPath(ca!, above, [parseCertificate(root.rootDer)], clock.now());
});

const keyKinds: readonly (readonly [string, readonly string[], RegExp])[] = [
  ['EC P-256, SEC 1', ['ecparam', '-genkey', '-name', 'prime256v1', '-noout'], /ecdsa-with-SHA256/],
  ['EC P-384', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-384'], /SHA384/],
  ['EC P-521', ['genpkey', '-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-521'], /SHA512/],
  ['RSA 2048, PKCS #1', ['genrsa', '-traditional', '2048'], /sha256WithRSAEncryption/],
  [
    'RSA 3072, PKCS #8',
    ['genpkey', '-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:3072'],
    /sha256With/,
  ],
];
for (const [kind, arguments_, algorithm] of keyKinds) {
  test(`a key of kind ${kind} signs`, async () => {
    const folder = temporaryFolder();
    const key = openssl(arguments_, '');
    writeFileSync(join(folder, 'key.pem'), key);
    const request = ['req', '-x509', '-new', '-key', join(folder, 'key.pem'), '-subj', '/CN=up'];
    const usage = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign', '-days', '2'];
    const cert = execFileSync('openssl', [...request, ...usage], { encoding: 'utf8' });
    const upstream = await create(write(folder, cert, key));
    const { chainDer, roots } = await upstream.mintX509Ca({ csrDer, preferredTtlMs: hour }, never);
    const [ca] = chainDer.map(parseCertificate);
    verifyPath(
      ca!,
      [],
      roots.map(({ der }) => parseCertificate(der)),
      clock.now(),
    );
    const text = openssl(['x509', '-noout', '-text'], certificatesToPem([chainDer[0]!]));
    assert.match(text, algorithm);
    assert.match(text, /CA:TRUE/);
    assert.match(text, /Certificate Sign, CRL Sign/);
  });
}

const middle = await createTestCa({ trustDomain: 'example.org', clock, upstream: root });
const middlePem = certificatesToPem([middle.certificateDer]);
const foreign = await createTestCa({ trustDomain: 'example.org', clock });
const foreignPem = certificatesToPem([foreign.rootDer]);
const ed25519 = openssl(['genpkey', '-algorithm', 'ED25519'], '');
const bad: readonly (readonly [string, readonly [string, string, string?], RegExp])[] = [
  [
    'a key that does not fit',
    [rootPem, keyPem(foreign)],
    /certificate and private key do not match/,
  ],
  ['no certificate', ['', keyPem(root)], /unable to load upstream CA cert: "\/.+": PEM has no/],
  [
    'no key',
    [rootPem, 'nonsense'],
    /unable to load upstream CA key: "\/.+" is no private key in PEM/,
  ],
  [
    'a key that cannot sign certificates here',
    [rootPem, ed25519],
    /expected RSA of at least 2048 bits/,
  ],
  ['a chain without a bundle', [middlePem + rootPem, keyPem(middle)], /only self-signed CAs/],
  [
    'an intermediate alone',
    [middlePem, keyPem(middle)],
    /cannot be validated with the provided bundle/,
  ],
  ['a bundle of another root', [middlePem, keyPem(middle), foreignPem], /cannot be validated/],
  ['an empty bundle', [middlePem, keyPem(middle), '\n'], /unable to load upstream CA bundle/],
];
for (const [what, [cert, key, bundle], rule] of bad) {
  test(`refused at the start: ${what}`, async () => {
    await assert.rejects(create(write(temporaryFolder(), cert, key, bundle)), (error) => {
      return hasCode(error, 'INVALID_ARGUMENT') && rule.test(error.message);
    });
  });
}

test('files that are not there are named at the start', async () => {
  const files = { cert_file_path: '/nowhere/ca.crt', key_file_path: '/nowhere/ca.key' };
  await assert.rejects(create(files), (error) => {
    return hasCode(error, 'STORAGE_FAILED') && error.message.includes('/nowhere/ca.key');
  });
});

for (const [what, csr] of [
  ['of another trust domain', createCsr({ ...pair, uri: 'spiffe://other.org' })],
  ['without a name', createCsr(pair)],
  [
    'with a second name',
    createCsr({
      ...pair,
      extraExtensions: [subjectAltNames([], ['spiffe://example.org', 'spiffe://other.org'])],
    }),
  ],
  ['whose sender does not hold the key', spoiled(csrDer)],
  ['that is none', Buffer.from('no')],
] as const) {
  test(`a request ${what} is not signed`, async () => {
    const upstream = await create(write(temporaryFolder(), rootPem, keyPem(root)));
    await assert.rejects(
      upstream.mintX509Ca({ csrDer: csr, preferredTtlMs: hour }, never),
      (error) => hasCode(error, 'CSR_INVALID'),
    );
  });
}

test('replaced files sign at the next request; bad ones leave the last good ones, with one warning', async () => {
  const folder = temporaryFolder();
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (message: string) => void warnings.push(message) };
  const upstream = await create(write(folder, rootPem, keyPem(root)), log);
  const rootsOf = async () => {
    const { roots } = await upstream.mintX509Ca({ csrDer, preferredTtlMs: hour }, never);
    return roots.map(({ der }) => Buffer.from(der));
  };
  write(folder, foreignPem, keyPem(foreign));
  assert.deepEqual(await rootsOf(), [Buffer.from(foreign.rootDer)]);
  write(folder, rootPem, keyPem(foreign));
  assert.deepEqual(await rootsOf(), [Buffer.from(foreign.rootDer)]);
  assert.deepEqual(await rootsOf(), [Buffer.from(foreign.rootDer)]);
  assert.equal(warnings.length, 1);
});

test('a root that comes into the bundle file is told within 5 s', async () => {
  const folder = temporaryFolder();
  const upstream = await create(write(folder, middlePem, keyPem(middle), rootPem));
  const ending = new AbortController();
  const { rootUpdates } = await upstream.mintX509Ca(
    { csrDer, preferredTtlMs: hour },
    ending.signal,
  );
  const next = rootUpdates[Symbol.asyncIterator]().next();
  write(folder, middlePem, keyPem(middle), rootPem + foreignPem);
  await clock.advance(5_000);
  const told = await next;
  assert.ok(told.done !== true);
  assert.deepEqual(
    told.value.map(({ der }) => Buffer.from(der)),
    certificatesFromPem(rootPem + foreignPem).map((der) => Buffer.from(der)),
  );
  ending.abort();
  assert.equal(clock.pending, 0);
});

test('it publishes no JWT keys and tells of no bundle', async () => {
  const upstream = await create(write(temporaryFolder(), rootPem, keyPem(root)));
  const key = { keyId: 'k', publicKeyDer: pair.publicKeyDer, expiresAtMs: 0, tainted: false };
  await assert.rejects(upstream.publishJwtKey(key, never), (error) =>
    hasCode(error, 'UNIMPLEMENTED'),
  );
  const bundles = upstream.watchLocalBundle(never)[Symbol.asyncIterator]();
  await assert.rejects(bundles.next(), (error) => hasCode(error, 'UNIMPLEMENTED'));
});
