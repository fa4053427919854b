import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InterceptedCall } from '../../common/rpc/contract.ts';
import { FakePeer } from '../../testkit/envoy-client.ts';
import { requireSecurityHeader } from './security-header.ts';

const { signal } = new AbortController();
const { peer } = new FakePeer(7);
const callOf = (path: string, values: readonly string[]): InterceptedCall => ({
  path,
  peer,
  metadata: { get: (name) => (name === 'workload.spiffe.io' ? [...values] : []) },
  signal,
  whenOver: () => undefined,
});
const fetch = '/SpiffeWorkloadAPI/FetchX509SVID';

test('the Workload API wants the header once, with its one value', async () => {
  let served = 0;
  const next = () => {
    served++;
    return Promise.resolve();
  };
  await requireSecurityHeader(callOf(fetch, ['true']), next);
  for (const values of [[], ['false'], ['TRUE'], ['true', 'true'], ['true', 'false']]) {
    assert.throws(() => void requireSecurityHeader(callOf(fetch, values), next), {
      code: 'SECURITY_HEADER_MISSING',
    });
  }
  assert.equal(served, 1);
});

test('other services of the socket need no header', async () => {
  let served = 0;
  const next = () => {
    served++;
    return Promise.resolve();
  };
  for (const path of [
    '/grpc.health.v1.Health/Check',
    '/envoy.service.secret.v3.SecretDiscoveryService/StreamSecrets',
  ]) {
    await requireSecurityHeader(callOf(path, []), next);
  }
  assert.equal(served, 2);
});
