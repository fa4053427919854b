import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { InterceptedCall } from '../../common/rpc/contract.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { noMetrics } from '../../common/telemetry/metrics.ts';
import { createPrometheusMetrics } from '../../common/telemetry/prometheus.ts';
import { certificatesToPem } from '../../common/x509/pem.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { zetaTest } from '../../testkit/registration.ts';
import { createTestCa, type Fault } from '../../testkit/test-ca.ts';
import { clientVerifier } from './client-verifier.ts';
import { serverChecks } from './health-checks.ts';
import { metricName, rpcMetrics } from './rpc-metrics.ts';
import { httpsCredentials, serverCredentials } from './server-credentials.ts';

const clock = new FakeClock();
const own = await createTestCa({ trustDomain: 'zeta.test', clock });
const partner = await createTestCa({ trustDomain: 'partner.test', clock });
const verify = clientVerifier({
  trustDomain: zetaTest,
  bundles: new Map([
    [zetaTest, own.bundle],
    ['partner.test' as TrustDomain, partner.bundle],
  ]),
  adminIds: new Set([parseSpiffeId('spiffe://partner.test/ops')]),
  clock,
});

test('a client of our own trust domain is known by its SPIFFE ID', async () => {
  const { id, chainDer, serialNumber, notAfterMs } = await own.issue(
    'spiffe://zeta.test/spire/agent/a/b',
  );
  assert.deepEqual(verify(chainDer), { spiffeId: id, serialNumber, notAfterMs });
});

test('a client of a federated trust domain is let in only when it is an admin by configuration', async () => {
  assert.equal(
    verify((await partner.issue('spiffe://partner.test/ops')).chainDer).spiffeId,
    'spiffe://partner.test/ops',
  );
  const { chainDer } = await partner.issue('spiffe://partner.test/web');
  assert.throws(() => verify(chainDer), { code: 'UNAUTHENTICATED' });
});

test('bundles are not merged: a partner cannot sign for our trust domain', async () => {
  const impostor = await createTestCa({ trustDomain: 'zeta.test', clock, upstream: partner });
  const { chainDer } = await impostor.issue('spiffe://zeta.test/admin');
  assert.throws(() => verify(chainDer), { code: 'UNKNOWN_AUTHORITY' });
});

const faults: readonly Fault[] = [
  'expired',
  'not_yet_valid',
  'foreign_ca',
  'ca_leaf',
  'two_uris',
  'no_uri',
  'bad_signature',
];
for (const fault of faults) {
  test(`a client certificate with the fault ${fault} is refused`, async () => {
    const { chainDer } = await own.issue('spiffe://zeta.test/web', { fault });
    assert.throws(() => verify(chainDer), SpiffeError);
  });
}

test('a client of a trust domain without a bundle is refused', async () => {
  const stranger = await createTestCa({ trustDomain: 'stranger.test', clock });
  const { chainDer } = await stranger.issue('spiffe://stranger.test/web');
  assert.throws(() => verify(chainDer), { code: 'UNKNOWN_AUTHORITY' });
});

const names = [
  ['/spire.api.server.agent.v1.Agent/AttestAgent', 'rpc.agent.v1.agent.attest_agent'],
  ['/spire.api.server.svid.v1.SVID/BatchNewX509SVID', 'rpc.svid.v1.svid.batch_new_x509_svid'],
  ['/spire.api.server.svid.v1.SVID/NewDownstreamX509CA', 'rpc.svid.v1.svid.new_downstream_x509_ca'],
  ['/grpc.health.v1.Health/Check', 'rpc.grpc.health.v1.health.check'],
] as const;
for (const [path, name] of names) {
  test(`calls of ${path} are counted as ${name}`, () => {
    assert.equal(metricName(path), name);
  });
}

test('a call is counted with its status under the name that dashboards know', async () => {
  const metrics = createPrometheusMetrics({ prefix: 'spire_server' });
  const measure = rpcMetrics(metrics, clock);
  const { signal } = new AbortController();
  const peer = { kind: 'remote', connectionId: 'c', address: 'a', closed: signal } as const;
  const call: InterceptedCall = {
    path: '/spire.api.server.agent.v1.Agent/BanAgent',
    peer,
    metadata: { get: () => [] },
    signal,
    whenOver: () => undefined,
  };
  await measure(call, () => Promise.resolve());
  const refusal = new SpiffeError('PERMISSION_DENIED', 'no');
  await assert.rejects(
    measure(call, () => Promise.reject(refusal)),
    refusal,
  );
  const text = await metrics.render();
  assert.match(text, /^spire_server_rpc_agent_v1_agent_ban_agent\{status="OK"\} 1$/m);
  assert.match(text, /^spire_server_rpc_agent_v1_agent_ban_agent\{status="PermissionDenied"\} 1$/m);
});

test('the instruments of a method are made once, however often it is called', async () => {
  const made: string[] = [];
  const counting = {
    ...noMetrics,
    counter: (name: string) => (made.push(name), { inc: () => undefined }),
    histogram: (name: string) => (made.push(name), { observe: () => undefined }),
  };
  const measure = rpcMetrics(counting, clock);
  const { signal } = new AbortController();
  const peer = { kind: 'remote', connectionId: 'c', address: 'a', closed: signal } as const;
  const call: InterceptedCall = {
    path: '/a.B/CallIt',
    peer,
    metadata: { get: () => [] },
    signal,
    whenOver: () => undefined,
  };
  for (let round = 0; round < 3; round++) await measure(call, () => Promise.resolve());
  assert.deepEqual(made, ['rpc.a.b.call_it', 'rpc.a.b.call_it.elapsed_time']);
});

test('an outage makes the server not ready and says why, but a restart would not help', async () => {
  const checks = serverChecks({
    hasBundle: () => false,
    checkSigner: () => undefined,
    rotationFailure: () => new Error('disk full'),
    datastoreFailure: () => undefined,
    pingDatastore: () => Promise.reject(new Error('locked')),
    clock: new FakeClock(),
  });
  const states = Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await check()] as const),
    ),
  );
  const broken = (err: string) => ({ live: true, ready: false, readyDetails: { err } });
  assert.deepEqual(states, {
    server: broken('bundle not found'),
    'server.ca': { live: true, ready: true },
    'server.ca.rotator': broken('disk full'),
    'catalog.datastore': broken('locked'),
  });
});

test('an outage that was seen is told without another question to the database', async () => {
  const checks = serverChecks({
    hasBundle: () => true,
    checkSigner: () => undefined,
    rotationFailure: () => undefined,
    datastoreFailure: () => 'database is not reachable',
    pingDatastore: () => Promise.reject(new Error('was asked')),
    clock: new FakeClock(),
  });
  assert.deepEqual(await checks['catalog.datastore']?.(), {
    live: true,
    ready: false,
    readyDetails: { err: 'database is not reachable' },
  });
});

test('the server’s X509-SVID is encoded once for gRPC and for HTTPS, and anew after a rotation', async () => {
  const svidOf = async () => {
    const { certificateDer, keyPair } = await createTestCa({ trustDomain: 'zeta.test', clock });
    return { chainDer: [certificateDer], keyPair };
  };
  let svid = await svidOf();
  const credentials = serverCredentials(() => svid);
  const https = httpsCredentials(credentials);
  const [first, firstHttps] = [credentials(), https()];
  assert.equal(credentials(), first);
  assert.equal(https(), firstHttps);
  assert.deepEqual(firstHttps, { certPem: first.chainPem, keyPem: first.keyPem });
  svid = await svidOf();
  assert.equal(credentials().chainPem, certificatesToPem(svid.chainDer));
  assert.equal(https().certPem, credentials().chainPem);
});

test('a database that is frozen makes the server not ready before the check counts as hung', async () => {
  const clock = new FakeClock();
  const checks = serverChecks({
    hasBundle: () => true,
    checkSigner: () => undefined,
    rotationFailure: () => undefined,
    datastoreFailure: () => undefined,
    pingDatastore: () => new Promise(() => undefined),
    clock,
  });
  const state = checks['catalog.datastore']?.();
  await clock.advance(3000);
  assert.deepEqual(await state, {
    live: true,
    ready: false,
    readyDetails: { err: 'database does not answer' },
  });
});
