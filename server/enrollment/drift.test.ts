import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KubeApiError } from '../../common/kube/kube-client.ts';
import { parseSpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { apiServer, boundProfile, goodReading } from '../../testkit/enrollment.ts';
import { findDrift } from './drift.ts';

const signal = new AbortController().signal;
const spiffeId = parseSpiffeId('spiffe://zeta.test/spire/agent/k8s_psat/prod/node-1');
const enrollment = {
  profile: 'agents',
  version: 1,
  cluster: 'prod',
  nodeUid: 'node-1',
  podUid: 'pod-1',
  podNamespace: 'spire',
  podName: 'spire-agent-1',
};

/** A cluster with this account, DaemonSet and pods, the pods on pages of one. */
function clusterOf(account: string | undefined, set: string | undefined, pods: readonly unknown[]) {
  const object = (uid: string | undefined) =>
    uid === undefined
      ? Promise.reject(new KubeApiError(404, 'not found'))
      : Promise.resolve({ metadata: { uid } });
  const reads: string[] = [];
  const get = (path: string): Promise<unknown> => {
    reads.push(path);
    if (path.includes('/serviceaccounts/')) return object(account);
    if (path.includes('/daemonsets/')) return object(set);
    const at = Number(/continue=(\d+)/.exec(path)?.[1] ?? 0);
    const more = at + 1 < pods.length ? { continue: String(at + 1) } : {};
    return Promise.resolve({ items: pods.slice(at, at + 1), metadata: more });
  };
  return { get, reads };
}

const apiServers = () => Promise.resolve([apiServer]);
const codes = async (api: ReturnType<typeof clusterOf>) =>
  (await findDrift({ api, apiServers }, boundProfile(), [{ spiffeId, enrollment }], signal)).map(
    (drift) => [drift.code, drift.agentId, drift.pod],
  );

test('nothing drifts while all is as it was approved, and it costs one list and two objects', async () => {
  const api = clusterOf('sa-uid', 'ds-uid', [goodReading().pod]);
  assert.deepEqual(await codes(api), []);
  assert.equal(api.reads.length, 3);
});

test('SA-11 an image that changed after the agent enrolled is found on every page of pods', async () => {
  const reading = goodReading();
  const pod = reading.pod as { status: { containerStatuses: { imageID: string }[] } };
  const [container] = pod.status.containerStatuses;
  assert.ok(container !== undefined);
  container.imageID = `sha256:${'b2'.repeat(32)}`;
  const other = { metadata: { namespace: 'spire', name: 'rogue', uid: 'pod-2' }, spec: {} };
  const found = await codes(clusterOf('sa-uid', 'ds-uid', [pod, other]));
  assert.deepEqual(found[0], ['ENR_DIGEST_MISMATCH', spiffeId, 'spire-agent-1']);
  assert.ok(
    found.some(([code, id, name]) => code === 'ENR_OWNER_MISMATCH' && !id && name === 'rogue'),
  );
});

test('a service account and a DaemonSet that were made again, and a pod that is gone, are drift', async () => {
  const again = await codes(clusterOf('new', 'new', [goodReading().pod]));
  assert.deepEqual(again, [
    ['ENR_SA_UID_MISMATCH', spiffeId, 'spire-agent-1'],
    ['ENR_OWNER_MISMATCH', undefined, ''],
  ]);
  assert.deepEqual(await codes(clusterOf('sa-uid', 'ds-uid', [])), [
    ['ENR_POD_UID_MISMATCH', spiffeId, 'spire-agent-1'],
  ]);
});

test('SA-10 a pod without a service account, as static pods are, does not match', async () => {
  const pod = { metadata: { namespace: 'spire', name: 'static', uid: '5e'.repeat(16) }, spec: {} };
  const found = await codes(clusterOf('sa-uid', 'ds-uid', [goodReading().pod, pod]));
  assert.ok(found.some(([code, , name]) => code === 'ENR_SUBJECT_MISMATCH' && name === 'static'));
});

test('a cluster that does not answer is no drift but a failure', async () => {
  const get = () => Promise.reject(new KubeApiError(500, 'away'));
  await assert.rejects(findDrift({ api: { get }, apiServers }, boundProfile(), [], signal), {
    code: 'UNAVAILABLE',
  });
});

test('ENR-5 another API server is drift of the whole profile, and nothing is read of it', async () => {
  const api = clusterOf('sa-uid', 'ds-uid', [goodReading().pod]);
  const other = { ...apiServer, authorities: ['system'] };
  const cluster = { api, apiServers: () => Promise.resolve([other]) };
  const found = await findDrift(cluster, boundProfile(), [{ spiffeId, enrollment }], signal);
  assert.deepEqual(
    found.map(({ code, agentId, pod }) => [code, agentId, pod]),
    [['ENR_API_SERVER_MISMATCH', undefined, '']],
  );
  assert.deepEqual(api.reads, []);
});
