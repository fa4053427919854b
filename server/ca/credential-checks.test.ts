import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryKey } from '../../common/keymanager/managed-key.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate, type Certificate } from '../../common/x509/certificate.ts';
import { keyUsages } from '../../common/x509/extensions.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createTestCa, type TestCaOptions } from '../../testkit/test-ca.ts';
import { checkCaCertificate, checkSignedSvid } from './credential-checks.ts';
import { spireProfile } from './profile.ts';
import { checkUpstreamCa } from './upstream-ca-check.ts';

const trustDomain = parseTrustDomain('example.org');
const id = parseSpiffeId('spiffe://example.org/web');
const clock = new FakeClock();
const root = await createTestCa({ trustDomain, clock });
const ca = parseCertificate(root.rootDer);
const leaf = parseCertificate((await root.issue(id)).chainDer[0]!);

// What no composer can bring about; ca-signer.test.ts has the rest.
const rows: readonly [what: string, Partial<Certificate>, rule: RegExp][] = [
  ['without basic constraints', { hasBasicConstraints: false }, /has no basic constraints/],
  ['of tomorrow', { notBeforeMs: clock.now() + 1 }, /is not yet valid/],
  ['of yesterday', { notAfterMs: clock.now() - 1 }, /has expired/],
];
for (const [what, change, rule] of rows) {
  test(`a certificate ${what} is neither a CA of ours nor an X509-SVID`, () => {
    checkCaCertificate(ca, trustDomain, clock.now());
    checkSignedSvid(leaf, id, clock.now());
    assert.throws(() => checkCaCertificate({ ...ca, ...change }, trustDomain, clock.now()), rule);
    assert.throws(() => checkSignedSvid({ ...leaf, ...change }, id, clock.now()), rule);
  });
}

const profile = { ...spireProfile, trustDomain };
const { x509Authorities: roots } = root.bundle;

async function minted(options: Partial<TestCaOptions> = {}) {
  const { certificateDer, keyPair } = await createTestCa({
    trustDomain,
    clock,
    upstream: root,
    ...options,
  });
  const key = new MemoryKey('x', keyPair);
  return checkUpstreamCa({ chainDer: [certificateDer], roots }, key, profile, clock.now());
}

test('a CA that an upstream signed is taken with the root that it ends at', async () => {
  const { chainDer, rootDer } = await minted();
  assert.equal(chainDer.length, 1);
  assert.deepEqual(rootDer, root.rootDer);
});

const badCas: readonly [what: string, Partial<TestCaOptions>, rule: RegExp][] = [
  [
    'that may encrypt too',
    { keyUsage: keyUsages.keyCertSign | keyUsages.keyEncipherment },
    /has a key usage that is too wide/,
  ],
  ['of another trust domain', { trustDomain: 'other.test' }, /must name "spiffe:\/\/example\.org"/],
];
for (const [what, options, rule] of badCas) {
  test(`a CA ${what} is refused, whoever signed it`, async () => {
    await assert.rejects(minted(options), { code: 'FAILED_PRECONDITION', message: rule });
  });
}
