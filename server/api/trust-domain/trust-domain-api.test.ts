import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createHttpServer } from '../../../common/http/http-server.ts';
import { silentLogger } from '../../../common/log/logger.ts';
import type { Init } from '../../../common/rpc/contract.ts';
import { bundleService } from '../../../common/rpc/services/bundle.ts';
import { entryService } from '../../../common/rpc/services/entry.ts';
import { trustDomainService } from '../../../common/rpc/services/trust-domain.ts';
import { encodeBundleDocument } from '../../../common/x509/bundle-document.ts';
import { certificatesToPem, encodePem } from '../../../common/x509/pem.ts';
import type { spire } from '../../../proto/gen/spire-api.js';
import { startTestServer } from '../../../testkit/running-server.ts';
import { createTestCa } from '../../../testkit/test-ca.ts';

type Relationship = Init<spire.api.types.FederationRelationship>;
const timeoutMs = 10_000;
const partner = await createTestCa({ trustDomain: 'partner.test' });
const bundle = { trust_domain: 'partner.test', x509_authorities: [{ asn1: partner.rootDer }] };
const endpointId = 'spiffe://partner.test/spire/server';
const web: Relationship = {
  trust_domain: 'web.test',
  bundle_endpoint_url: 'https://127.0.0.1:1/',
  https_web: {},
};
const spiffe: Relationship = {
  trust_domain: 'partner.test',
  bundle_endpoint_url: 'https://127.0.0.1:1/',
  https_spiffe: { endpoint_spiffe_id: endpointId },
};

async function setUp(t: TestContext, config = '') {
  const running = await startTestServer(t, { server: config });
  const { admin } = running;
  const create = async (...federation_relationships: Relationship[]) => {
    const { results } = await admin.unary(
      trustDomainService.BatchCreateFederationRelationship,
      { federation_relationships },
      { timeoutMs },
    );
    return results;
  };
  const get = (trust_domain: string, mask?: Init<spire.api.types.FederationRelationshipMask>) =>
    admin.unary(
      trustDomainService.GetFederationRelationship,
      { trust_domain, ...(mask && { output_mask: mask }) },
      { timeoutMs },
    );
  const refresh = (trust_domain: string) =>
    admin.unary(trustDomainService.RefreshBundle, { trust_domain }, { timeoutMs });
  return { ...running, admin, create, get, refresh };
}

test('relationships are created with their bundles, shown, masked, listed in pages and deleted', async (t) => {
  const { admin, create, get } = await setUp(t);
  const results = await create({ ...spiffe, trust_domain_bundle: bundle }, web);
  assert.deepEqual(
    results.map(({ status }) => status?.code),
    [0, 0],
  );
  const shown = await get('spiffe://partner.test');
  assert.equal(shown.https_spiffe?.endpoint_spiffe_id, endpointId);
  assert.equal(shown.https_web, null);
  assert.deepEqual(
    Buffer.from(shown.trust_domain_bundle?.x509_authorities[0]?.asn1 ?? []),
    Buffer.from(partner.rootDer),
  );
  const masked = await get('partner.test', { bundle_endpoint_url: true });
  assert.deepEqual(
    [masked.trust_domain, masked.bundle_endpoint_url, masked.https_spiffe],
    ['partner.test', 'https://127.0.0.1:1/', null],
  );
  const list = (page_token: string) =>
    admin.unary(
      trustDomainService.ListFederationRelationships,
      { page_size: 1, page_token },
      { timeoutMs },
    );
  const first = await list('');
  const second = await list(first.next_page_token);
  assert.deepEqual(
    [first, second].map((page) => page.federation_relationships[0]?.trust_domain),
    ['partner.test', 'web.test'],
  );
  const removed = await admin.unary(
    trustDomainService.BatchDeleteFederationRelationship,
    { trust_domains: ['spiffe://partner.test', 'nobody.test', '', 'Bad'] },
    { timeoutMs },
  );
  assert.deepEqual(
    removed.results.map(({ trust_domain, status }) => [trust_domain, status?.code]),
    [
      ['partner.test', 0],
      ['nobody.test', 5],
      ['', 3],
      ['Bad', 3],
    ],
  );
  const kept = await admin.unary(
    bundleService.GetFederatedBundle,
    { trust_domain: 'partner.test' },
    { timeoutMs },
  );
  assert.equal(kept.x509_authorities.length, 1);
});

const what = 'failed to convert federation relationship';
const bad: readonly (readonly [Relationship, number, string | RegExp])[] = [
  [{ ...web, trust_domain: 'Bad' }, 3, /^failed to convert .*: failed to parse trust domain: /],
  [
    { ...web, trust_domain: 'zeta.test' },
    3,
    'unable to create federation relationship for server trust domain',
  ],
  [
    { ...web, bundle_endpoint_url: 'http://web.test' },
    3,
    `${what}: bundle endpoint URL must use the https scheme`,
  ],
  [
    { ...web, bundle_endpoint_url: 'https:///x' },
    3,
    `${what}: bundle endpoint URL must specify the host`,
  ],
  [
    { ...web, bundle_endpoint_url: 'https://u:p@web.test' },
    3,
    `${what}: bundle endpoint URL must not contain user info`,
  ],
  [{ ...web, https_web: null }, 3, `${what}: bundle endpoint profile is missing`],
  [
    { ...web, https_web: null, https_spiffe: { endpoint_spiffe_id: 'x' } },
    3,
    /: failed to parse endpoint SPIFFE ID: SPIFFE ID "x": scheme is missing/,
  ],
  [
    { ...web, trust_domain_bundle: bundle },
    3,
    `${what}: trust domain bundle ("partner.test") must match the trust domain of the federation relationship ("web.test")`,
  ],
  [
    { ...spiffe, trust_domain_bundle: { ...bundle, x509_authorities: [{ asn1: Buffer.of(1) }] } },
    3,
    /: failed to parse bundle: unable to parse X\.509 authority: /,
  ],
];
for (const [relationship, code, message] of bad) {
  test(`a relationship is refused and the next one made: ${String(message).slice(0, 90)}`, async (t) => {
    const { create } = await setUp(t);
    const [refused, made] = await create(relationship, { ...web, trust_domain: 'good.test' });
    assert.equal(refused?.status?.code, code);
    const pattern =
      typeof message === 'string' ? { test: (text: string) => text === message } : message;
    assert.ok(pattern.test(refused.status.message), refused.status.message);
    assert.equal(refused.federation_relationship, null);
    assert.equal(made?.status?.code, 0);
  });
}

test('a second relationship with a trust domain is refused, and an update changes what its mask names', async (t) => {
  const { admin, create, get } = await setUp(t);
  await create(spiffe);
  const [twice] = await create({ ...web, trust_domain: 'partner.test' });
  assert.equal(twice?.status?.code, 6);
  const update = async (relationship: Relationship) => {
    const request = {
      federation_relationships: [relationship],
      input_mask: { bundle_endpoint_url: true },
    };
    const { results } = await admin.unary(
      trustDomainService.BatchUpdateFederationRelationship,
      request,
      { timeoutMs },
    );
    return results[0]?.status?.code;
  };
  const moved = { trust_domain: 'partner.test', bundle_endpoint_url: 'https://moved.test/' };
  assert.equal(await update(moved), 0);
  const shown = await get('partner.test');
  assert.equal(shown.bundle_endpoint_url, 'https://moved.test/');
  assert.equal(shown.https_spiffe?.endpoint_spiffe_id, endpointId);
  assert.equal(await update({ ...moved, trust_domain: 'nobody.test' }), 5);
  await assert.rejects(get('nobody.test'), {
    code: 'NOT_FOUND',
    message: 'federation relationship does not exist',
  });
});

test('a configured relationship is not shown but refreshed, and its failure has a reason', async (t) => {
  const { get, refresh } = await setUp(
    t,
    `federation { federates_with "static.test" {
       bundle_endpoint_url = "https://127.0.0.1:1/"
       bundle_endpoint_profile "https_web" {} } }`,
  );
  await assert.rejects(get('static.test'), { code: 'NOT_FOUND' });
  await assert.rejects(refresh('static.test'), {
    code: 'INTERNAL',
    message:
      /^failed to refresh bundle: failed to fetch federated bundle from endpoint: "https:\/\/127\.0\.0\.1:1": .*ECONNREFUSED/,
  });
  await assert.rejects(refresh('nobody.test'), {
    code: 'NOT_FOUND',
    message: 'no relationship with trust domain "nobody.test"',
  });
  await assert.rejects(refresh('Bad'), { code: 'INVALID_ARGUMENT' });
});

test('F130: of a batch the one entry that federates with nobody known fails; once its partner is there it is made, without a restart', async (t) => {
  const { admin, create, refresh } = await setUp(t);
  const entryOf = (id: string, federates_with: string[] = []) => ({
    id,
    spiffe_id: { trust_domain: 'zeta.test', path: `/${id}` },
    parent_id: { trust_domain: 'zeta.test', path: '/spire/agent/a/b' },
    selectors: [{ type: 'a', value: 'b' }],
    federates_with,
  });
  const createEntries = async (...entries: ReturnType<typeof entryOf>[]) => {
    const answer = await admin.unary(entryService.BatchCreateEntry, { entries }, { timeoutMs });
    return answer.results.map(({ status }) => [status?.code, status?.message]);
  };
  const federating = entryOf('two', ['partner.test']);
  assert.deepEqual(await createEntries(entryOf('one'), federating, entryOf('three')), [
    [0, 'OK'],
    [13, 'failed to create entry: unable to find federated bundle "spiffe://partner.test"'],
    [0, 'OK'],
  ]);
  const svid = await partner.issue(endpointId);
  const endpoint = await createHttpServer({
    host: '127.0.0.1',
    port: 0,
    routes: {
      '/': () => ({
        status: 200,
        contentType: 'application/json',
        body: encodeBundleDocument(partner.bundle),
      }),
    },
    tls: {
      certPem: certificatesToPem(svid.chainDer),
      keyPem: encodePem('PRIVATE KEY', svid.privateKeyDer.reveal()),
    },
    log: silentLogger,
  });
  t.after(() => endpoint.close());
  await create({
    ...spiffe,
    bundle_endpoint_url: `https://127.0.0.1:${endpoint.port}/`,
    trust_domain_bundle: bundle,
  });
  await refresh('partner.test');
  assert.deepEqual(await createEntries(federating), [[0, 'OK']]);
});
