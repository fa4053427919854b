import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../common/clock/clock.ts';
import { createHttpServer, type HttpHandler, type HttpTls } from '../../common/http/http-server.ts';
import { silentLogger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { BundleEndpointProfile } from '../../common/spiffe/federation-relationship.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { encodeBundleDocument, parseBundleDocument } from '../../common/x509/bundle-document.ts';
import { certificatesFromPem, certificatesToPem, encodePem } from '../../common/x509/pem.ts';
import { bundleFixtures } from '../../testkit/bundle-fixtures.ts';
import { FakeClock, settle } from '../../testkit/fake-clock.ts';
import { createTestCa } from '../../testkit/test-ca.ts';
import { BundleClient } from './bundle-client.ts';
import { bundleEndpoint } from './bundle-endpoint.ts';

const partner = 'partner.test' as TrustDomain;
const endpointId = 'spiffe://partner.test/spire/server';
const [ca, other] = await Promise.all(
  [1, 2].map(() => createTestCa({ trustDomain: 'partner.test' })),
);
const web: BundleEndpointProfile = { name: 'https_web' };
const spiffe = profileFor(endpointId);
const document: HttpHandler = () => answerWith(encodeBundleDocument(ca!.bundle));

function profileFor(id: string): BundleEndpointProfile {
  return { name: 'https_spiffe', endpointSpiffeId: parseSpiffeId(id) };
}

function answerWith(body: string) {
  return { status: 200, contentType: 'application/json', body };
}

function tlsOf(svid: X509Svid): HttpTls {
  return {
    certPem: certificatesToPem(svid.chainDer),
    keyPem: encodePem('PRIVATE KEY', svid.privateKeyDer.reveal()),
  };
}

async function serve(
  t: TestContext,
  fallback: HttpHandler,
  { id = endpointId, issuer = ca!, dnsNames = ['localhost'], viaIntermediate = false } = {},
): Promise<string> {
  const tls = tlsOf(await issuer.issue(id, { dnsNames, viaIntermediate }));
  const server = await createHttpServer({
    ...{ host: '127.0.0.1', port: 0, routes: {}, fallback, tls },
    log: silentLogger,
  });
  t.after(() => server.close());
  return `https://localhost:${server.port}/`;
}

function fetchBundle(
  url: string,
  bundleEndpointProfile: BundleEndpointProfile,
  bundles: ReadonlyMap<TrustDomain, Bundle> = new Map([[partner, ca!.bundle]]),
  signal: AbortSignal = new AbortController().signal,
): Promise<Bundle> {
  const roots = () => [encodePem('CERTIFICATE', ca!.rootDer)];
  const client = new BundleClient({ bundles, webRoots: roots, clock: systemClock });
  const relationship = { trustDomain: partner, bundleEndpointUrl: url, bundleEndpointProfile };
  return client.fetch(relationship, signal);
}

for (const [name, profile] of [
  ['https_web', web],
  ['https_spiffe', spiffe],
] as const) {
  test(`a bundle is fetched with ${name}, through an intermediate too`, async (t) => {
    const urls = [await serve(t, document), await serve(t, document, { viaIntermediate: true })];
    for (const url of urls) {
      const { x509Authorities } = await fetchBundle(url, profile);
      assert.deepEqual(
        x509Authorities.map(({ der }) => Buffer.from(der)),
        [Buffer.from(ca!.rootDer)],
      );
    }
  });

  test(`${name} refuses an endpoint of a stranger, before a byte is sent to it`, async (t) => {
    let requests = 0;
    const counting: HttpHandler = (request) => {
      requests++;
      return document(request);
    };
    const url = await serve(t, counting, { issuer: other! });
    await assert.rejects(fetchBundle(url, profile), { code: 'UNKNOWN_AUTHORITY' });
    assert.equal(requests, 0);
  });
}

test('https_spiffe refuses another SPIFFE ID, and does without host names', async (t) => {
  const url = await serve(t, document, { dnsNames: ['elsewhere.test'] });
  await fetchBundle(url, spiffe);
  await assert.rejects(fetchBundle(url, profileFor('spiffe://partner.test/other')), {
    code: 'SPIFFE_ID_MISMATCH',
    message: `bundle endpoint showed SPIFFE ID "${endpointId}", expected "spiffe://partner.test/other"`,
  });
});

test('https_spiffe needs the bundle of the trust domain of the endpoint, and takes no other', async (t) => {
  const url = await serve(t, document);
  await assert.rejects(fetchBundle(url, spiffe, new Map()), {
    code: 'FAILED_PRECONDITION',
    message: /can't perform SPIFFE Authentication: local copy of bundle not found/,
  });
  const host = 'host.test' as TrustDomain;
  const hosted = profileFor('spiffe://host.test/spire/server');
  await assert.rejects(fetchBundle(url, hosted, new Map([[host, ca!.bundle]])), {
    code: 'UNKNOWN_AUTHORITY',
  });
});

test('https_web refuses another host name, and hints at the other profile', async (t) => {
  const url = await serve(t, document, { dnsNames: ['elsewhere.test'] });
  await assert.rejects(fetchBundle(url, web), {
    code: 'UNKNOWN_AUTHORITY',
    message: `failed to authenticate bundle endpoint using web authentication but the server certificate contains SPIFFE ID "${endpointId}": maybe use https_spiffe instead of https_web: ERR_TLS_CERT_ALTNAME_INVALID`,
  });
});

test('redirects are followed over https alone, by the same rules, and not for ever', async (t) => {
  const target = await serve(t, document);
  const stranger = await serve(t, document, { issuer: other! });
  const to = (location: string): Promise<string> =>
    serve(t, () => ({ status: 302, contentType: 'text/plain', body: '', location }));
  assert.equal((await fetchBundle(await to(target), spiffe)).x509Authorities.length, 1);
  await assert.rejects(fetchBundle(await to(stranger), spiffe), { code: 'UNKNOWN_AUTHORITY' });
  await assert.rejects(fetchBundle(await to('http://localhost/'), spiffe), {
    message: 'redirect to "http://localhost/" is refused: only https is followed',
  });
  await assert.rejects(fetchBundle(await to('/'), spiffe), {
    message: /^stopped after 5 redirects$/,
  });
});

const badAnswers: readonly (readonly [string, HttpHandler, RegExp])[] = [
  [
    'an error page',
    () => ({ status: 503, contentType: 'text/plain', body: 'on holiday' }),
    /^unexpected status 503 fetching bundle: on holiday$/,
  ],
  ['PEM', () => answerWith('-----BEGIN CERTIFICATE-----'), /^SPIFFE bundle document is not JSON$/],
  ['a list', () => answerWith('[]'), /^SPIFFE bundle document is not a JSON object$/],
  ['no keys', () => answerWith('{}'), /^SPIFFE bundle document has no "keys" list$/],
  [
    'more than 4 MiB',
    () => answerWith(' '.repeat(5 * 1024 * 1024)),
    /^response is longer than 4194304 bytes$/,
  ],
];
for (const [what, handler, message] of badAnswers) {
  test(`an endpoint that answers with ${what} is refused with the reason`, async (t) => {
    await assert.rejects(fetchBundle(await serve(t, handler), spiffe), { message });
  });
}

for (const fixture of await bundleFixtures('partner.test')) {
  test(`F133: ${fixture.name} is ${fixture.ours === undefined ? 'refused' : 'read'}`, () => {
    const read = () =>
      fixture.format === 'pem'
        ? certificatesFromPem(fixture.text).length
        : parseBundleDocument(partner, fixture.text).x509Authorities.length;
    if (fixture.ours === undefined) assert.throws(read, { code: 'CERTIFICATE_INVALID' });
    else assert.equal(read(), fixture.ours);
  });
}

test('an endpoint that nobody serves, or that says nothing for 10 s, is given up', async (t) => {
  await assert.rejects(fetchBundle('https://localhost:1/', spiffe), {
    code: 'UNAVAILABLE',
    message: /^"https:\/\/localhost:1": .*ECONNREFUSED/,
  });
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const url = `https://localhost:${(silent.address() as AddressInfo).port}/`;
  const clock = new FakeClock();
  const client = new BundleClient({ bundles: new Map([[partner, ca!.bundle]]), clock });
  const relationship = {
    trustDomain: partner,
    bundleEndpointUrl: url,
    bundleEndpointProfile: spiffe,
  };
  const fetched = client.fetch(relationship, new AbortController().signal);
  const refused = assert.rejects(fetched, {
    code: 'DEADLINE_EXCEEDED',
    message: `no answer from ${JSON.stringify(url.slice(0, -1))} within 10 s`,
  });
  await settle();
  await clock.advance(10_000);
  await refused;
});

test('the endpoint answers GET of its root alone, with the document of the moment', async (t) => {
  let bundle: Bundle | undefined = { ...ca!.bundle, sequenceNumber: 3 };
  const url = await serve(t, bundleEndpoint({ bundle: () => bundle, refreshHintSeconds: 300 }));
  const fetched = await fetchBundle(url, spiffe);
  assert.deepEqual([fetched.sequenceNumber, fetched.refreshHintSeconds], [3, 300]);
  bundle = { ...bundle, sequenceNumber: 4 };
  assert.equal((await fetchBundle(url, spiffe)).sequenceNumber, 4);
  await assert.rejects(fetchBundle(`${url}other`, spiffe), {
    message: 'unexpected status 404 fetching bundle: 404 page not found',
  });
  const handler = bundleEndpoint({ bundle: () => undefined, refreshHintSeconds: 300 });
  const statusOf = async (method: string, path: string) =>
    (await handler({ method, path, host: '', ...noMore })).status;
  assert.equal(await statusOf('POST', '/other'), 405);
  assert.equal(await statusOf('HEAD', '/'), 405);
  assert.equal(await statusOf('GET', '/'), 500);
});

const noMore = { address: '', authorization: '', query: '', body: new Uint8Array() };
