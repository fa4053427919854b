// SPIRE 1.15: every check of pkg/agent/endpoints/sdsv3/handler_test.go, numbered B01 to B37.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import {
  aNode,
  FakePeer,
  fetchSecrets,
  openSotw,
  summaries,
  type SecretSummary,
  type SotwRequest,
} from '../testkit/envoy-client.ts';
import { sdsBench, type SdsBench } from '../testkit/envoy-service.ts';
import { aBundle, anIdentity, aView } from '../testkit/envoy-views.ts';

const td = 'spiffe://domain.test';
const federatedTd = 'spiffe://otherdomain.test';
const workload = 'spiffe://domain.test/workload';
const old = { major: 1, minor: 17 };
const current = { major: 1, minor: 18 };
const bundle = aBundle('domain.test');
const federated = aBundle('otherdomain.test');

function fixture(serial = 1) {
  return aView({
    bundle,
    federated: [federated],
    identities: [anIdentity(workload, { serial })],
  });
}

/** SPIRE's own policy for names that are not there. */
const compat = { unknown_name_policy: 'reject' };
const disabled = { ...compat, disable_spiffe_cert_validation: true };

type Expected = Pick<SecretSummary, 'name' | 'flavour'> & { trustDomains?: readonly string[] };

const own = (name: string, flavour: 'spiffe' | 'rootca'): Expected => ({
  name,
  flavour,
  trustDomains: flavour === 'spiffe' ? ['domain.test'] : [],
});
const foreign = (flavour: 'spiffe' | 'rootca'): Expected => ({
  name: federatedTd,
  flavour,
  trustDomains: flavour === 'spiffe' ? ['otherdomain.test'] : [],
});
const cert = (name: string): Expected => ({ name, flavour: 'certificate', trustDomains: [] });

interface Row {
  readonly title: string;
  readonly config?: object;
  readonly names: readonly string[];
  readonly node?: SotwRequest['node'];
  readonly expected?: readonly Expected[];
  readonly refused?: { readonly code: string; readonly message: string };
  /** SPIRE checks these on the stream only. */
  readonly streamOnly?: boolean;
}

const aliasClash = { ...compat, default_bundle_name: 'ALL', disable_spiffe_cert_validation: true };

const rows: readonly Row[] = [
  {
    title: 'B01 no names at 1.17: own roots, federated roots, certificate',
    names: [],
    node: aNode(old),
    expected: [own(td, 'rootca'), foreign('rootca'), cert(workload)],
  },
  {
    title: 'B02 no names at 1.18: own validator, federated validator, certificate',
    names: [],
    node: aNode(current),
    expected: [own(td, 'spiffe'), foreign('spiffe'), cert(workload)],
  },
  {
    title: 'B03 own trust domain at 1.17: plain roots',
    names: [td],
    node: aNode(old),
    expected: [own(td, 'rootca')],
  },
  {
    title: 'B04 own trust domain at 1.18: the SPIFFE validator with that domain only',
    names: [td],
    node: aNode(current),
    expected: [own(td, 'spiffe')],
  },
  {
    title: 'B05 own trust domain from a Node without a version: the SPIFFE validator',
    names: [td],
    node: aNode(),
    expected: [own(td, 'spiffe')],
    streamOnly: true,
  },
  {
    title: 'B06 ROOTCA at 1.18: the SPIFFE validator named ROOTCA',
    names: ['ROOTCA'],
    node: aNode(current),
    expected: [own('ROOTCA', 'spiffe')],
    streamOnly: true,
  },
  {
    title: 'B07 a federated trust domain at 1.17: its plain roots',
    names: [federatedTd],
    node: aNode(old),
    expected: [foreign('rootca')],
  },
  {
    title: 'B08 a federated trust domain at 1.18: the SPIFFE validator with that domain only',
    names: [federatedTd],
    node: aNode(current),
    expected: [foreign('spiffe')],
  },
  {
    title: 'B09 a SPIFFE ID at 1.17: the certificate under that name',
    names: [workload],
    node: aNode(old),
    expected: [cert(workload)],
  },
  {
    title: 'B10 a SPIFFE ID at 1.18: the same certificate',
    names: [workload],
    node: aNode(current),
    expected: [cert(workload)],
    streamOnly: true,
  },
  {
    title: 'B11 ALL at 1.17 is an internal error',
    names: ['ALL'],
    node: aNode(old),
    refused: {
      code: 'INTERNAL',
      message: 'unable to use "SPIFFE validator" on Envoy below 1.17',
    },
  },
  {
    title: 'B12 ALL at 1.18: one validator with both trust domains, sorted',
    names: ['ALL'],
    node: aNode(current),
    expected: [
      { name: 'ALL', flavour: 'spiffe', trustDomains: ['domain.test', 'otherdomain.test'] },
    ],
  },
  {
    title: 'B13 default at 1.17: the certificate named default',
    names: ['default'],
    node: aNode(old),
    expected: [cert('default')],
    streamOnly: true,
  },
  {
    title: 'B14 an unknown SPIFFE ID is refused by name',
    names: ['spiffe://domain.test/WHATEVER'],
    node: aNode(current),
    refused: {
      code: 'INVALID_ARGUMENT',
      message:
        'workload is not authorized for the requested identities ["spiffe://domain.test/WHATEVER"]',
    },
  },
  {
    title: 'B15 validation switched off by configuration: plain roots at 1.18',
    config: disabled,
    names: [td],
    node: aNode(current),
    expected: [own(td, 'rootca')],
  },
  {
    title: 'B16 ALL as the default bundle name leaves default alone',
    config: aliasClash,
    names: ['default'],
    node: aNode(current),
    expected: [cert('default')],
  },
  {
    title: 'B17 ALL as the default bundle name means the own bundle only',
    config: aliasClash,
    names: ['ALL'],
    node: aNode(current),
    expected: [own('ALL', 'rootca')],
  },
  {
    title: 'B18 node metadata true: plain roots',
    names: [td],
    node: aNode(current, true),
    expected: [own(td, 'rootca')],
  },
  {
    title: 'B19 node metadata "true": plain roots',
    names: [td],
    node: aNode(current, 'true'),
    expected: [own(td, 'rootca')],
  },
  {
    title: 'B20 node metadata false: the SPIFFE validator',
    names: [td],
    node: aNode(current, false),
    expected: [own(td, 'spiffe')],
  },
  {
    title: 'B21 node metadata that is no bool is ignored: the SPIFFE validator',
    names: [td],
    node: aNode(current, 'test'),
    expected: [own(td, 'spiffe')],
  },
  {
    title: 'B22 switched off by configuration and by metadata "true": plain roots',
    config: disabled,
    names: [td],
    node: aNode(current, 'true'),
    expected: [own(td, 'rootca')],
  },
  {
    title: 'B23 switched off by configuration, metadata "false" opts in again',
    config: disabled,
    names: [td],
    node: aNode(current, 'false'),
    expected: [own(td, 'spiffe')],
  },
  {
    title: 'B24 switched off by configuration, metadata false opts in again',
    config: disabled,
    names: [td],
    node: aNode(current, false),
    expected: [own(td, 'spiffe')],
  },
  {
    title: 'B25 switched off by configuration, metadata that is no bool is ignored',
    config: disabled,
    names: [td],
    node: aNode(current, 'test'),
    expected: [own(td, 'rootca')],
  },
  {
    title: 'B26 switched off by configuration, metadata that is a number is ignored',
    config: disabled,
    names: [td],
    node: aNode(current, 5),
    expected: [own(td, 'rootca')],
  },
];

for (const row of rows.filter(({ expected }) => expected !== undefined)) {
  test(`${row.title} (stream)`, async () => {
    const { served } = sdsBench(fixture(), row.config ?? compat);
    const stream = openSotw(served);
    stream.send({ resource_names: row.names, node: row.node ?? null });
    assert.deepEqual(shape(summaries(await stream.next())), row.expected);
  });
}

for (const row of rows.filter(({ expected, streamOnly }) => expected && streamOnly !== true)) {
  test(`${row.title} (fetch)`, async () => {
    const { served } = sdsBench(fixture(), row.config ?? compat);
    const request = { resource_names: row.names, node: row.node ?? null };
    assert.deepEqual(shape(summaries(await fetchSecrets(served, request))), row.expected);
  });
}

for (const row of rows.filter(({ refused }) => refused !== undefined)) {
  test(`${row.title}, on the stream without a response`, async () => {
    const { served } = sdsBench(fixture(), compat);
    const stream = openSotw(served);
    stream.send({ resource_names: row.names, node: row.node ?? null });
    assertRefused(await stream.end, row.refused!);
    assert.equal(await stream.unread(), 0);
  });

  test(`${row.title}, on fetch`, async () => {
    const { served } = sdsBench(fixture(), compat);
    const request = { resource_names: row.names, node: row.node ?? null };
    assertRefused(
      await fetchSecrets(served, request).catch((error: unknown) => error),
      row.refused!,
    );
  });
}

test('B09 the certificate is the chain and a PKCS#8 key as PEM blocks, leaf first', async () => {
  const { served } = sdsBench(fixture(), compat);
  const stream = openSotw(served);
  stream.send({ resource_names: [workload], node: aNode(old) });
  const [secret] = summaries(await stream.next());
  assert.deepEqual(secret?.pem.match(/-----BEGIN [A-Z ]+-----/g), [
    '-----BEGIN CERTIFICATE-----',
    '-----BEGIN CERTIFICATE-----',
    '-----BEGIN PRIVATE KEY-----',
  ]);
});

test('B27 a fetch has no version and no nonce, and echoes any type URL', async () => {
  const { served } = sdsBench(fixture(), compat);
  const response = await fetchSecrets(served, { resource_names: [workload], type_url: 'TYPEURL' });
  assert.equal(response.version_info, '');
  assert.equal(response.nonce, '');
  assert.equal(response.type_url, 'TYPEURL');
});

test('B28 a rotated X509-SVID is pushed without a request', async () => {
  const bench = sdsBench(fixture(1), compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [workload], node: aNode(current) });
  const first = await stream.next();
  assert.notEqual(first.version_info, '');
  assert.notEqual(first.nonce, '');
  stream.send(ackOf(first, [workload]));
  await bench.publish(fixture(2));
  const second = await stream.next();
  assert.notEqual(second.version_info, first.version_info);
  assert.notDeepEqual(summaries(second), summaries(first));
});

test('B29 a later request without Node and version keeps the Node that was seen', async () => {
  const bench = sdsBench(fixture(1), compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [td], node: aNode(old) });
  const first = await stream.next();
  stream.send({ resource_names: [td], response_nonce: first.nonce });
  await bench.publish(
    aView({ bundle: aBundle('domain.test', 'new root'), federated: [federated] }),
  );
  assert.deepEqual(shape(summaries(await stream.next())), [own(td, 'rootca')]);
});

test('B30 a NACK is not answered; the next message is the rotated certificate', async () => {
  const bench = sdsBench(fixture(1), compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [workload], node: aNode(current) });
  const first = await stream.next();
  stream.send({
    resource_names: [workload],
    version_info: 'not the version',
    response_nonce: first.nonce,
    error_detail: { code: 13, message: 'OHNO!' },
  });
  assert.equal(await stream.unread(), 0);
  await bench.publish(fixture(2));
  assert.notDeepEqual(summaries(await stream.next()), summaries(first));
});

test('B31 a request before there is any data is answered with the first update', async () => {
  const bench = sdsBench(undefined, compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [workload], node: aNode(current) });
  assert.equal(await stream.unread(), 0);
  await bench.publish(fixture());
  assert.deepEqual(shape(summaries(await stream.next())), [cert(workload)]);
});

test('B32 an ACK gets no answer; other names with the same nonce get exactly those', async () => {
  const bench = sdsBench(fixture(), compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [workload], node: aNode(current) });
  const first = await stream.next();
  stream.send(ackOf(first, [workload]));
  assert.equal(await stream.unread(), 0);
  stream.send(ackOf(first, [td]));
  assert.deepEqual(shape(summaries(await stream.next())), [own(td, 'spiffe')]);
});

test('B33 requests with another nonce change nothing', async () => {
  const bench = sdsBench(fixture(1), compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [workload], node: aNode(current) });
  const first = await stream.next();
  stream.send(ackOf(first, [workload]));
  await bench.publish(fixture(2));
  const second = await stream.next();
  stream.send({ resource_names: [td], version_info: 'x', response_nonce: 'FOO' });
  stream.send(ackOf(first, [td]));
  assert.equal(await stream.unread(), 0);
  stream.send(ackOf(second, [workload]));
  await bench.publish(fixture(3));
  assert.deepEqual(shape(summaries(await stream.next())), [cert(workload)]);
});

test('B34 when identities cannot be watched the stream ends with the error', async () => {
  const bench = sdsBench(undefined, compat);
  const stream = openSotw(bench.served);
  stream.send({ resource_names: [workload], node: aNode(current) });
  bench.source.fail(new SpiffeError('ATTESTATION_FAILED', 'workload attestation failed'));
  assertRefused(await stream.end, {
    code: 'ATTESTATION_FAILED',
    message: 'workload attestation failed',
  });
  assert.equal(await stream.unread(), 0);
});

const oneOpen = { limits: { stream_opens_per_second: 1, stream_opens_burst: 1 } };

test('B35 the second stream over the rate is refused with the method in the text', async () => {
  const bench = limited(oneOpen);
  const first = openSotw(bench.served, new FakePeer(1).peer);
  first.send({ resource_names: [workload], node: aNode(current) });
  assert.deepEqual(shape(summaries(await first.next())), [cert(workload)]);
  assertRefused(await openSotw(bench.served, new FakePeer(2).peer).end, {
    code: 'RATE_LIMITED',
    message:
      'rate limit exceeded for /envoy.service.secret.v3.SecretDiscoveryService/StreamSecrets',
  });
});

test('B36 the second fetch over the rate is refused', async () => {
  const bench = limited({ limits: { fetches_per_second: 1, fetches_burst: 1 } });
  const request = { resource_names: [workload], node: aNode(current) };
  await fetchSecrets(bench.served, request, new FakePeer(1).peer);
  await assert.rejects(fetchSecrets(bench.served, request, new FakePeer(2).peer), {
    code: 'RATE_LIMITED',
    message: 'rate limit exceeded for /envoy.service.secret.v3.SecretDiscoveryService/FetchSecrets',
  });
});

test("B37 the agent's own process is not limited", async () => {
  const ownPid = 99;
  const bench = limited(oneOpen, ownPid);
  for (const peer of [new FakePeer(ownPid), new FakePeer(ownPid), new FakePeer(ownPid)]) {
    const stream = openSotw(bench.served, peer.peer);
    stream.send({ resource_names: [workload], node: aNode(current) });
    assert.deepEqual(shape(summaries(await stream.next())), [cert(workload)]);
  }
});

function limited(config: object, ownPid?: number): SdsBench {
  return sdsBench(
    fixture(),
    { ...compat, ...config },
    { selectorsKey: 'unix:uid:1000', ...(ownPid === undefined ? {} : { ownPid }) },
  );
}

function shape(secrets: readonly SecretSummary[]): readonly Expected[] {
  return secrets.map(({ name, flavour, trustDomains }) => ({ name, flavour, trustDomains }));
}

function ackOf(
  response: { readonly version_info: string; readonly nonce: string },
  names: readonly string[],
): SotwRequest {
  const { version_info, nonce } = response;
  return { resource_names: names, version_info, response_nonce: nonce };
}

function assertRefused(error: unknown, expected: { code: string; message: string }): void {
  assert.ok(error instanceof SpiffeError);
  assert.deepEqual({ code: error.code, message: error.message }, expected);
}
