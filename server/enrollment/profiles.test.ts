import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { ApiServer } from '../../common/kube/api-server.ts';
import { silentLogger } from '../../common/log/logger.ts';
import { agentDigest, agentSpec, apiServer, clusterOf } from '../../testkit/enrollment.ts';
import { FakeClock } from '../../testkit/fake-clock.ts';
import { memoryDatastore } from '../../testkit/memory-datastore.ts';
import { EnrolledClusters, type AudienceVerdict } from './clusters.ts';
import { ProfileIndex } from './profile-index.ts';
import { Profiles } from './profiles.ts';

const signal = new AbortController().signal;
const where = 'namespaces/spire';
const objects: Readonly<Record<string, unknown>> = {
  [`/api/v1/${where}/serviceaccounts/spire-agent`]: { metadata: { uid: 'sa-uid' } },
  [`/apis/apps/v1/${where}/daemonsets/spire-agent`]: { metadata: { uid: 'ds-uid' } },
  [`/api/v1/${where}/pods`]: {
    items: [
      {
        metadata: { ownerReferences: [{ uid: 'ds-uid', controller: true }] },
        spec: { containers: [{ name: 'agent' }] },
        status: {
          containerStatuses: [
            { name: 'agent', imageID: `sha256:${agentDigest.hex}`, state: { running: {} } },
          ],
        },
      },
    ],
  },
};
const confirmed = {
  version: 1,
  spec: agentSpec,
  binding: {
    apiServer: apiServer.url,
    apiServerCas: apiServer.authorities,
    serviceAccountUid: 'sa-uid',
    daemonSetUid: 'ds-uid',
    digests: [agentDigest],
  },
};

async function setUp(t: TestContext) {
  const clusters = new EnrolledClusters();
  const { enrollment: store } = memoryDatastore(t);
  const profiles = new Profiles({
    store,
    profiles: new ProfileIndex(),
    clusters,
    follower: { catchUp: () => Promise.resolve() },
    apiAudiences: [],
    clock: new FakeClock(),
    log: silentLogger,
  });
  await profiles.create({ name: 'agents', description: '', spec: agentSpec }, false);
  /** Each read of the cluster runs `meanwhile` first. */
  const connect = (
    meanwhile: () => Promise<unknown>,
    servers: readonly ApiServer[] = [apiServer],
    verdict: AudienceVerdict = 'separate',
  ) => {
    const get = (path: string) => meanwhile().then(() => objects[path.split('?')[0] ?? '']);
    const apiServers = () => Promise.resolve(servers);
    clusters.set([
      clusterOf({ api: { get }, apiServers, probeAudience: () => Promise.resolve(verdict) }),
    ]);
  };
  return { profiles, store, connect };
}

test('ENR-7 what an operator confirmed is bound when the cluster still says the same', async (t) => {
  const { profiles, connect } = await setUp(t);
  connect(() => Promise.resolve());
  const { effect, profile } = await profiles.bind('agents', confirmed, false, signal);
  assert.deepEqual([effect, profile.state, profile.digests], ['bound', 'bound', [agentDigest]]);
  assert.deepEqual([profile.apiServer, profile.apiServerCas], Object.values(apiServer));
});

const elsewhere: readonly (readonly [string, readonly ApiServer[], RegExp])[] = [
  [
    'another than was confirmed',
    [{ ...apiServer, url: 'https://evil.test' }],
    /other values than those that were confirmed/,
  ],
  [
    'with another CA than was confirmed',
    [{ ...apiServer, authorities: ['system'] }],
    /other values than those that were confirmed/,
  ],
  [
    'that is not verified',
    [{ ...apiServer, authorities: ['none'] }],
    /does not verify the API server "https:\/\/api\.prod\.test:6443"/,
  ],
  [
    'beside that of the previous credential',
    [apiServer, { ...apiServer, url: 'https://old.test' }],
    /previous credential of the reviewer leads to another API server/,
  ],
];
for (const [what, servers, message] of elsewhere) {
  test(`ENR-5 a profile is not bound to an API server ${what}`, async (t) => {
    const { profiles, store, connect } = await setUp(t);
    connect(() => Promise.resolve(), servers);
    const attempt = profiles.bind('agents', confirmed, false, signal);
    await assert.rejects(attempt, { code: 'FAILED_PRECONDITION', message });
    assert.equal((await store.find('agents'))[0]?.state, 'staged');
  });
}

test('ENR-26 a profile is not bound when the API server takes its audience for its own', async (t) => {
  const { profiles, store, connect } = await setUp(t);
  connect(() => Promise.resolve(), [apiServer], 'api');
  await assert.rejects(profiles.bind('agents', confirmed, false, signal), {
    code: 'FAILED_PRECONDITION',
    message: 'the API server takes audience "spire-server" for its own: every pod has such a token',
  });
  assert.equal((await store.find('agents'))[0]?.state, 'staged');
});

test('ENR-6 rules that were edited after an operator saw them are not bound, and nothing is read', async (t) => {
  const { profiles, connect } = await setUp(t);
  let reads = 0;
  connect(() => Promise.resolve(reads++));
  const seen = { ...confirmed, spec: { ...agentSpec, serviceAccount: 'another' } };
  await assert.rejects(profiles.bind('agents', seen, false, signal), {
    code: 'FAILED_PRECONDITION',
    message: 'version 1 was edited since its rules were shown: look at it again',
  });
  assert.equal(reads, 0);
});

test('ENR-6 a version that is edited while the cluster is read for it is not bound', async (t) => {
  const { profiles, store, connect } = await setUp(t);
  const spec = { ...agentSpec, bootstrapFallbackAllowed: true, serviceAccount: 'default' };
  let edited: Promise<unknown> | undefined;
  connect(() => {
    const none = { addDigests: [], removeDigests: [], rebind: false };
    const edit = { version: 1, description: '', spec, ...none };
    return (edited ??= profiles.update('agents', edit, false));
  });
  await assert.rejects(profiles.bind('agents', confirmed, false, signal), {
    code: 'FAILED_PRECONDITION',
    message: 'version 1 was edited since its rules were shown: look at it again',
  });
  const [stored] = await store.find('agents');
  assert.deepEqual([stored?.state, stored?.spec], ['staged', spec]);
});
