import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Init } from '../../../common/rpc/contract.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { generateKeyPair } from '../../../common/x509/keys.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import { startTestServer } from '../../../testkit/running-server.ts';
import { createTestCa } from '../../../testkit/test-ca.ts';

const timeoutMs = 10_000;
const first = await createTestCa({ trustDomain: 'partner.test' });
const second = await createTestCa({ trustDomain: 'partner.test' });
const jwtKey = (await generateKeyPair('ec-p256')).publicKeyDer;

type BundleInit = Init<spire.api.types.Bundle>;
const partner: BundleInit = {
  trust_domain: 'partner.test',
  // Several certificates one after the other, as SPIRE takes them.
  x509_authorities: [{ asn1: Buffer.concat([first.rootDer, second.rootDer]) }],
  jwt_authorities: [{ key_id: 'k', public_key: jwtKey, expires_at: 4_000_000_000 }],
  refresh_hint: 60,
  sequence_number: 7,
};

async function setUp(t: TestContext) {
  const { admin } = await startTestServer(t);
  const get = (trust_domain: string, output_mask?: Init<spire.api.types.BundleMask>) =>
    admin.unary(
      bundleService.GetFederatedBundle,
      { trust_domain, ...(output_mask && { output_mask }) },
      { timeoutMs },
    );
  const set = async (...bundle: BundleInit[]) => {
    const { results } = await admin.unary(
      bundleService.BatchSetFederatedBundle,
      { bundle },
      { timeoutMs },
    );
    return results.map(({ status }) => [status?.code, status?.message]);
  };
  return { admin, get, set };
}

test('a federated bundle is set, shown, listed without our own, and masked', async (t) => {
  const { admin, get, set } = await setUp(t);
  assert.deepEqual(await set(partner), [[0, 'OK']]);
  const bundle = await get('spiffe://partner.test');
  assert.deepEqual(
    bundle.x509_authorities.map(({ asn1 }) => Buffer.from(asn1)),
    [first, second].map(({ rootDer }) => Buffer.from(rootDer)),
  );
  assert.deepEqual(
    [bundle.jwt_authorities[0]?.key_id, bundle.refresh_hint, bundle.sequence_number],
    ['k', 60, 7],
  );
  const list = await admin.unary(bundleService.ListFederatedBundles, {}, { timeoutMs });
  assert.deepEqual(
    list.bundles.map(({ trust_domain }) => trust_domain),
    ['partner.test'],
  );
  assert.equal((await admin.unary(bundleService.CountBundles, {}, { timeoutMs })).count, 2);
  const masked = await get('partner.test', { refresh_hint: true });
  assert.deepEqual(
    [masked.trust_domain, masked.x509_authorities.length, masked.refresh_hint],
    ['partner.test', 0, 60],
  );
});

const bad: readonly [BundleInit, string | RegExp][] = [
  [{ ...partner, trust_domain: 'Bad' }, /^trust domain argument is not valid: /],
  [
    { ...partner, trust_domain: 'zeta.test' },
    "setting a federated bundle for the server's own trust domain is not allowed",
  ],
  [
    { ...partner, x509_authorities: [{ asn1: Buffer.from('rubbish') }] },
    /^unable to parse X\.509 authority: /,
  ],
  [
    { ...partner, x509_authorities: [{ asn1: Buffer.of() }] },
    /^unable to parse X\.509 authority: /,
  ],
  [
    { ...partner, x509_authorities: [{ asn1: first.rootDer.subarray(0, 100) }] },
    /^unable to parse X\.509 authority: /,
  ],
  [
    { ...partner, jwt_authorities: [{ public_key: jwtKey }] },
    'unable to parse JWT authority: missing key ID',
  ],
  [
    { ...partner, jwt_authorities: [{ key_id: 'k', public_key: Buffer.from('x') }] },
    /^unable to parse JWT authority: public key is malformed/,
  ],
];
for (const [bundle, message] of bad) {
  test(`a bundle is refused and the next one stored: ${String(message).slice(0, 60)}`, async (t) => {
    const { get, set } = await setUp(t);
    const [refusal, stored] = await set(bundle, { ...partner, trust_domain: 'good.test' });
    assert.equal(refusal?.[0], 3);
    assert.match(
      String(refusal[1]),
      typeof message === 'string' ? new RegExp(`^${message}$`) : message,
    );
    assert.deepEqual(stored, [0, 'OK']);
    assert.equal((await get('good.test')).trust_domain, 'good.test');
  });
}

test('create refuses what is there, update what is not and changes what its mask names', async (t) => {
  const { admin } = await setUp(t);
  const update = async () => {
    const changed = { trust_domain: 'partner.test', refresh_hint: 99 };
    const request = { bundle: [changed], input_mask: { refresh_hint: true } };
    const { results } = await admin.unary(bundleService.BatchUpdateFederatedBundle, request, {
      timeoutMs,
    });
    return results[0];
  };
  const create = async () => {
    const request = { bundle: [partner] };
    const { results } = await admin.unary(bundleService.BatchCreateFederatedBundle, request, {
      timeoutMs,
    });
    return results[0];
  };
  assert.equal((await update())?.status?.message, 'bundle not found');
  assert.equal((await create())?.status?.code, 0);
  assert.equal((await create())?.status?.message, 'bundle already exists');
  const updated = await update();
  assert.deepEqual(
    [
      updated?.bundle?.refresh_hint,
      updated?.bundle?.x509_authorities.length,
      updated?.bundle?.sequence_number,
    ],
    [99, 2, 7],
  );
});

test('a bundle that entries federate with is not deleted, unless the mode says what becomes of them', async (t) => {
  const { admin, get, set } = await setUp(t);
  await set(partner);
  const entry = {
    id: 'web',
    spiffe_id: { trust_domain: 'zeta.test', path: '/web' },
    parent_id: { trust_domain: 'zeta.test', path: '/spire/agent/a/b' },
    selectors: [{ type: 'a', value: 'b' }],
    federates_with: ['partner.test'],
  };
  await admin.unary(entryService.BatchCreateEntry, { entries: [entry] }, { timeoutMs });
  const remove = async (mode: number, ...trust_domains: string[]) => {
    const request = { trust_domains, mode };
    const { results } = await admin.unary(bundleService.BatchDeleteFederatedBundle, request, {
      timeoutMs,
    });
    return results.map(({ status }) => [status?.code, status?.message]);
  };
  assert.deepEqual(await remove(0, 'partner.test', 'zeta.test', 'nobody.test'), [
    [
      9,
      'failed to delete federated bundle: cannot delete bundle; federated with 1 registration entries',
    ],
    [3, 'removing the bundle for the server trust domain is not allowed'],
    [5, 'bundle not found'],
  ]);
  assert.deepEqual(await remove(2, 'partner.test'), [[0, 'OK']]);
  const { federates_with } = await admin.unary(entryService.GetEntry, { id: 'web' }, { timeoutMs });
  assert.deepEqual(federates_with, []);
  await assert.rejects(get('partner.test'), { code: 'NOT_FOUND', message: 'bundle not found' });
  await assert.rejects(remove(9, 'x.test'), {
    code: 'INVALID_ARGUMENT',
    message: 'unhandled delete mode: 9',
  });
});

test('authorities are appended to our own bundle once, and the sequence grows with a change only', async (t) => {
  const { admin } = await setUp(t);
  const before = await admin.unary(bundleService.GetBundle, {}, { timeoutMs });
  const append = () =>
    admin.unary(
      bundleService.AppendBundle,
      { x509_authorities: [{ asn1: first.rootDer }] },
      { timeoutMs },
    );
  const once = await append();
  assert.equal(once.x509_authorities.length, before.x509_authorities.length + 1);
  assert.equal(once.sequence_number, before.sequence_number + 1);
  assert.equal((await append()).sequence_number, once.sequence_number);
  const shown = await admin.unary(bundleService.GetBundle, {}, { timeoutMs });
  assert.equal(shown.sequence_number, once.sequence_number);
  await assert.rejects(admin.unary(bundleService.AppendBundle, {}, { timeoutMs }), {
    message: 'no authorities to append',
  });
});

test('our own bundle is not a federated one', async (t) => {
  const { get } = await setUp(t);
  await assert.rejects(get('zeta.test'), {
    code: 'INVALID_ARGUMENT',
    message: "getting a federated bundle for the server's own trust domain is not allowed",
  });
});
