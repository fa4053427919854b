import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { AfterCall, InterceptedCall } from '../../common/rpc/contract.ts';
import { goStatusName } from '../../common/rpc/status-name.ts';
import { RecordedMetrics } from '../../testkit/envoy-service.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { findRpcKeys, snakeCase } from './rpc-keys.ts';
import { SpireMetrics } from './spire-metrics.ts';

test('methods are spelled as SPIRE spells them', () => {
  for (const [name, expected] of [
    ['FetchX509SVID', 'fetch_x509svid'],
    ['FetchJWTSVID', 'fetch_jwtsvid'],
    ['FetchJWTSVIDs', 'fetch_jwtsvi_ds'],
    ['FetchX509Bundles', 'fetch_x509_bundles'],
    ['StreamSecrets', 'stream_secrets'],
    ['GetInfo', 'get_info'],
  ] as const) {
    assert.equal(snakeCase(name), expected);
  }
  const stream = '/envoy.service.secret.v3.SecretDiscoveryService/StreamSecrets';
  assert.deepEqual(findRpcKeys(stream), {
    calls: 'rpc.sds.v3.stream_secrets',
    connection: 'sds_api.connection',
    connections: 'sds_api.connections',
  });
  assert.deepEqual(findRpcKeys('/grpc.health.v1.Health/Check'), { calls: 'rpc.health.check' });
  assert.equal(findRpcKeys('nonsense'), undefined);
});

test('a status is spelled as Go spells it', () => {
  for (const [error, expected] of [
    [new SpiffeError('PERMISSION_DENIED', 'x'), 'PermissionDenied'],
    [new SpiffeError('CANCELLED', 'x'), 'Canceled'],
    [new SpiffeError('UNAVAILABLE', 'x'), 'Unavailable'],
    [new TypeError('x'), 'Internal'],
  ] as const) {
    assert.equal(goStatusName(error), expected);
  }
});

function create() {
  const clock = new FakeClock();
  const metrics = new RecordedMetrics();
  const spire = new SpireMetrics({ clock, metrics, version: '1', trustDomain: 'domain.test' });
  return { clock, metrics, spire };
}

test('a call is counted by its status, and while it is under way', async () => {
  const { metrics, spire } = create();
  const afters: AfterCall[] = [];
  const call = {
    path: '/SpiffeWorkloadAPI/FetchX509SVID',
    whenOver: (after: AfterCall) => void afters.push(after),
  } as InterceptedCall;
  const over = (error?: unknown) => afters.splice(0).forEach((after) => after(call, error));
  await spire.interceptor(call, () => Promise.resolve());
  assert.equal(metrics.value('workload_api_connections'), 1);
  over();
  await spire.interceptor(call, () => Promise.resolve());
  over(new SpiffeError('PERMISSION_DENIED', 'no identity issued'));
  assert.deepEqual(
    [
      metrics.value('workload_api_connections'),
      metrics.value('workload_api_connection'),
      metrics.value('rpc_workload_api_fetch_x509svid OK'),
      metrics.value('rpc_workload_api_fetch_x509svid PermissionDenied'),
      metrics.value('rpc_workload_api_fetch_x509svid_elapsed_time PermissionDenied'),
    ],
    [0, 2, 1, 1, 1],
  );
});

test('what the agent asks of its server is counted under the keys of SPIRE', async () => {
  const { metrics, spire } = create();
  const away = new SpiffeError('UNAVAILABLE', 'away');
  const server = spire.server({
    fetchEntries: async () => ({ changed: [], removed: [] }),
    mintX509Svids: () => Promise.reject(away),
    fetchBundle: () => Promise.reject(away),
    fetchFederatedBundle: async () => undefined,
  });
  const { signal } = new AbortController();
  await server.fetchEntries(
    { entryCount: 0, findEntry: () => undefined, entryIds: () => [] },
    signal,
  );
  await assert.rejects(server.mintX509Svids([], signal), away);
  await assert.rejects(server.fetchBundle(signal), away);
  await spire.nodeAttestation('join_token', false, async () => 1);
  await spire.nodeAttestation('k8s_psat', true, async () => 1);
  await spire.renewal(async () => 1);
  await spire.attestation(async () => ({ selectors: [], complete: true }))(1, signal);
  assert.deepEqual(
    [
      'manager_sync_fetch_entries_updates OK',
      'manager_sync_fetch_svids_updates Unavailable',
      'node_attestor_new_svid join_token OK',
      'node_attestor_new_svid k8s_psat OK',
      'node_attest OK',
      'agent_svid_rotate OK',
      'workload_api_workload_attestation OK',
      'workload_api_discovered_selectors',
    ].map((key) => [key, metrics.value(key)]),
    [
      ['manager_sync_fetch_entries_updates OK', 1],
      ['manager_sync_fetch_svids_updates Unavailable', 1],
      ['node_attestor_new_svid join_token OK', 1],
      ['node_attestor_new_svid k8s_psat OK', 1],
      ['node_attest OK', 1],
      ['agent_svid_rotate OK', 1],
      ['workload_api_workload_attestation OK', 1],
      ['workload_api_discovered_selectors', 1],
    ],
  );
});

test('the uptime grows until the agent stops', async () => {
  const { clock, metrics, spire } = create();
  const ending = new AbortController();
  const running = spire.run(ending.signal);
  await clock.advance(20_000);
  assert.equal(metrics.value('uptime_in_ms'), 20_000);
  assert.equal(metrics.value('started 1 domain_test'), 1);
  ending.abort();
  await running;
  assert.equal(clock.pending, 0);
});
