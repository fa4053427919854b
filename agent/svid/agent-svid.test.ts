import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MemoryKey } from '../../common/keymanager/managed-key.ts';
import { generateKeyPair, keyPairFromPkcs8 } from '../../common/x509/keys.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { agentSvidOf, isExpired, isTainted } from './agent-svid.ts';

const clock = new FakeClock();
const ca = await createTestCa({ trustDomain: 'example.org', clock });
const { trustDomain } = ca;

async function issued(id = 'spiffe://example.org/spire/agent/x') {
  const svid = await ca.issue(id);
  const key = new MemoryKey('k', keyPairFromPkcs8(svid.privateKeyDer.reveal()));
  return { ...svid, key };
}

test('a chain belongs to the key of its leaf and to an agent of the trust domain', async () => {
  const { chainDer, key } = await issued();
  assert.equal(agentSvidOf(chainDer, key, trustDomain, false).id.endsWith('/spire/agent/x'), true);
  const stranger = new MemoryKey('k', await generateKeyPair('ec-p256'));
  assert.throws(() => agentSvidOf(chainDer, stranger, trustDomain, false), {
    code: 'CERTIFICATE_INVALID',
    message: 'private key does not match the leaf certificate',
  });
  const workload = await issued('spiffe://example.org/web');
  assert.throws(() => agentSvidOf(workload.chainDer, workload.key, trustDomain, false), {
    code: 'CERTIFICATE_INVALID',
    message: /is not the ID of an agent of "example\.org"/,
  });
});

test('an SVID is expired one second early', async () => {
  const { chainDer, key } = await issued();
  const svid = agentSvidOf(chainDer, key, trustDomain, false);
  assert.equal(isExpired(svid, svid.notAfterMs - 1001), false);
  assert.equal(isExpired(svid, svid.notAfterMs - 1000), true);
});

test('an SVID is tainted by the authority that signed it, also while the clock of the node is behind', async () => {
  const { chainDer, key } = await issued();
  const svid = agentSvidOf(chainDer, key, trustDomain, false);
  const marked = (tainted: boolean) => ({
    ...ca.bundle,
    x509Authorities: [{ der: ca.rootDer, tainted }],
  });
  assert.equal(isTainted(svid, marked(false), clock.now()), false);
  assert.equal(isTainted(svid, marked(true), clock.now()), true);
  assert.equal(isTainted(svid, marked(true), svid.notBeforeMs - 5_000), true);
  const other = await createTestCa({ trustDomain: 'example.org', clock });
  const x509Authorities = [{ der: other.rootDer, tainted: true }];
  assert.equal(isTainted(svid, { ...ca.bundle, x509Authorities }, clock.now()), false);
});
