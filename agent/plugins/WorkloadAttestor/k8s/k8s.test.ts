import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../../common/clock/clock.ts';
import { silentLogger } from '../../../../common/log/logger.ts';
import { noMetrics } from '../../../../common/telemetry/metrics.ts';
import { k8s as kubernetes } from '../../../../proto/gen/kubernetes-pods.js';
import { FakeKubelet } from '../../../../testkit/kube-kubelet.ts';
import { FakePodsApi } from '../../../../testkit/kube-pods-api.ts';
import { FakeProc } from '../../../../testkit/kube-proc.ts';
import { k8s, type K8sInstance } from './k8s.ts';

const U1 = '7b1f0c2a-94d3-4e58-a6b7-1d2c3e4f5a60';
const U2 = 'c0ffee00-1234-4abc-9def-0123456789ab';
const C1 = 'a1'.repeat(32);
const C2 = 'b2'.repeat(32);
const C3 = 'c3'.repeat(32);
const forever = new AbortController().signal;
const pid = 4242;
const inPod = (uid: string, id: string) => `0::/kubepods/besteffort/pod${uid}/${id}\n`;

interface Status {
  readonly app?: readonly string[];
  readonly init?: readonly string[];
  readonly ephemeral?: readonly string[];
}

const pod = (
  uid: string,
  { app = [], init = [], ephemeral = [] }: Status = {},
  scheme = 'containerd',
) => {
  const statuses = (ids: readonly string[]) =>
    ids.map((id) => ({
      name: `c-${id.slice(0, 2)}`,
      image: 'app:1',
      imageID: '',
      containerID: `${scheme}://${id}`,
    }));
  return {
    metadata: { uid, name: `pod-${uid.slice(0, 2)}`, namespace: 'apps' },
    spec: { serviceAccountName: 'default', nodeName: 'n1' },
    status: {
      containerStatuses: statuses(app),
      initContainerStatuses: statuses(init),
      ephemeralContainerStatuses: statuses(ephemeral),
    },
  };
};
const waiting = (uid: string) => ({
  ...pod(uid),
  status: {
    containerStatuses: [{ name: 'main', image: 'app:1', imageID: '', state: { waiting: {} } }],
  },
});

async function rig(t: TestContext, config: Record<string, unknown> = {}) {
  const kubelet = await FakeKubelet.start();
  const proc = new FakeProc();
  const stopping = new AbortController();
  const host = {
    procPath: proc.path,
    env: {},
    signal: stopping.signal,
    clock: systemClock,
    log: silentLogger,
    metrics: noMetrics,
  };
  const parsed = k8s.config.parse({
    kubelet_read_only_port: kubelet.port,
    poll_retry_interval: '5ms',
    max_poll_attempts: 20,
    pods_api_socket_path: '',
    ...config,
  });
  const attestor = await k8s.create(parsed, host);
  t.after(async () => {
    stopping.abort();
    await kubelet.stop();
    proc.remove();
  });
  const attest = async () =>
    (await attestor.attest(pid, forever)).map(({ type, value }) => `${type}:${value}`);
  return { kubelet, proc, attestor, attest };
}

test('a process of a pod gets the selectors of its pod and container', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C1] }), pod(U2, { app: [C2] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  const selectors = await attest();
  assert.ok(selectors.includes(`k8s:pod-uid:${U1}`));
  assert.ok(selectors.includes('k8s:container-name:c-a1'));
});

test('F005 without a pod in the path the container is looked up in every pod', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [
    pod(U2, { app: [C2] }),
    pod(U1, { app: [C1] }, 'cri-o'),
    pod('u3', { app: [C3] }),
  ];
  proc.put(pid, { cgroup: `0::/../crio-${C1}.scope\n` });
  assert.deepEqual(
    (await attest()).filter((value) => value.startsWith('k8s:pod-uid')),
    [`k8s:pod-uid:${U1}`],
  );
});

test('F007 a process in no container is none at once, without any request', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  proc.put(pid, { cgroup: '0::/\n' });
  assert.deepEqual(await attest(), []);
  assert.equal(kubelet.requests.length, 0);
});

test('a plain container of the node is none after one list, not after all attempts', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { max_poll_attempts: 1000 });
  kubelet.pods = [pod(U1, { app: [C1] })];
  proc.put(pid, { cgroup: `0::/system.slice/docker-${C3}.scope\n` });
  assert.deepEqual(await attest(), []);
  assert.ok(kubelet.requests.length <= 2);
});

test('F011 F013 a forged or broken mountinfo changes nothing', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C1] }), pod(U2, { app: [C2] })];
  const forged = `30 25 0:26 /kubepods/pod${U2}/${C2} /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n`;
  const mountinfo = `${forged}1 2 0:3 / / rw - tmpfs  rw\nno dash\n\n${'x'.repeat(100_000)}\n`;
  proc.put(pid, { cgroup: '0::/user.slice/session-1.scope\n', mountinfo });
  assert.deepEqual(await attest(), []);
  proc.put(pid, { cgroup: inPod(U1, C1), mountinfo });
  assert.ok((await attest()).includes(`k8s:pod-uid:${U1}`));
});

test('F013 no code opens mountinfo', () => {
  const folders = ['.', '../../../pods'].map((path) => new URL(`${path}/`, import.meta.url));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  assert.ok(sources.length > 10);
  for (const source of sources) assert.doesNotMatch(source, /\/mountinfo/);
});

test('F018 a broken cgroup file costs only its own caller', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C1] })];
  const broken = ['11:hugetlb\n', '0::/x\0\n', '0::/\r\n', '0::/', '', '0::/x\n'.repeat(200_000)];
  for (const cgroup of broken) {
    proc.put(pid, { cgroup });
    assert.deepEqual(await attest().catch(() => []), []);
    proc.put(pid, { cgroup: inPod(U1, C1) });
    assert.ok((await attest()).length > 0);
  }
});

test('F026 a caller in an init container or a native sidecar is found', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C2], init: [C1] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  assert.ok((await attest()).includes('k8s:container-name:c-a1'));
});

test('F027 a container that is not listed yet is waited for', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [waiting(U1)];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  const attested = attest();
  while (kubelet.requests.length < 3) await systemClock.sleep(1);
  kubelet.pods = [pod(U1, { app: [C1] })];
  assert.ok((await attested).includes('k8s:container-name:c-a1'));
});

test('a container that is never listed fails after the attempts and says what was looked for', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { max_poll_attempts: 5 });
  kubelet.pods = [pod(U1, { app: [C2] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  await assert.rejects(attest(), {
    code: 'DEADLINE_EXCEEDED',
    message: `no selectors found after max poll attempts: the kubelet lists no container "${C1}" of pod "${U1}"`,
  });
  assert.equal(kubelet.requests.length, 5);
});

test('F030 with container selectors off a known pod is enough, whatever its containers', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { disable_container_selectors: true });
  kubelet.pods = [waiting(U1)];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  const selectors = await attest();
  assert.ok(selectors.includes(`k8s:pod-uid:${U1}`));
  assert.ok(!selectors.some((value) => value.startsWith('k8s:container-')));
  assert.equal(kubelet.requests.length, 1);
});

test('F030 with container selectors off an unknown pod still fails', async (t) => {
  const { kubelet, proc, attest } = await rig(t, {
    disable_container_selectors: true,
    max_poll_attempts: 3,
  });
  kubelet.pods = [waiting(U1)];
  proc.put(pid, { cgroup: `0::/../crio-${C1}.scope\n` });
  await assert.rejects(attest(), { code: 'DEADLINE_EXCEEDED' });
});

test('F038 an ephemeral container is refused at once, by its name', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C2], ephemeral: [C1] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  await assert.rejects(attest(), {
    code: 'FAILED_PRECONDITION',
    message: /ephemeral container "c-a1" of pod "apps\/pod-7b"/,
  });
  assert.equal(kubelet.requests.length, 1);
});

test('F038 an ephemeral container has an identity when the operator says so', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { attest_ephemeral_containers: true });
  kubelet.pods = [pod(U1, { app: [C2], ephemeral: [C1] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  assert.ok((await attest()).includes('k8s:container-name:c-a1'));
});

test("F038 with container selectors off it has its pod's, as in SPIRE", async (t) => {
  const { kubelet, proc, attest } = await rig(t, { disable_container_selectors: true });
  kubelet.pods = [pod(U1, { ephemeral: [C1] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  assert.ok((await attest()).includes(`k8s:pod-uid:${U1}`));
});

test('F042 a kubelet that stumbles is asked again', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C1] })];
  kubelet.faults.push({ status: 429 }, { status: 503 }, 'reset', 'truncated');
  proc.put(pid, { cgroup: inPod(U1, C1) });
  assert.ok((await attest()).length > 0);
  assert.equal(kubelet.requests.length, 5);
});

test('F042 a kubelet that never answers well is unavailable, in its own words', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { max_poll_attempts: 3 });
  for (let at = 0; at < 3; at++) kubelet.faults.push({ status: 503, body: 'starting' });
  proc.put(pid, { cgroup: inPod(U1, C1) });
  await assert.rejects(attest(), {
    code: 'UNAVAILABLE',
    message: 'unexpected status code on pods response: 503 starting',
  });
});

test('F045 300 callers on a node of 500 pods cost at most three requests', async (t) => {
  const { kubelet, proc, attestor } = await rig(t, { poll_retry_interval: '500ms' });
  const ids = Array.from({ length: 500 }, (_, at) => at.toString(16).padStart(64, '0'));
  const uid = (at: number) => `7b1f0c2a-94d3-4e58-a6b7-${at.toString(16).padStart(12, '0')}`;
  const padding = 'x'.repeat(16_000);
  kubelet.pods = ids.map((id, at) => ({ ...pod(uid(at), { app: [id] }), padding }));
  ids.forEach((id, at) => proc.put(at + 1, { cgroup: inPod(uid(at), id) }));
  const all = await Promise.all(ids.slice(0, 300).map((_, at) => attestor.attest(at + 1, forever)));
  all.forEach((selectors, at) =>
    assert.ok(selectors.some(({ value }) => value === `pod-uid:${uid(at)}`)),
  );
  assert.ok(kubelet.requests.length <= 3);
});

test('two pods that claim one container are refused', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C1] }), pod(U2, { app: [C1] })];
  proc.put(pid, { cgroup: `0::/../${C1}\n` });
  await assert.rejects(attest(), {
    code: 'INTERNAL',
    message: 'two pods found with same container Id',
  });
});

test('a known container keeps its identity while the kubelet is down', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { max_poll_attempts: 2 });
  kubelet.pods = [pod(U1, { app: [C1] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  const before = await attest();
  await kubelet.stop();
  await systemClock.sleep(6);
  proc.put(pid + 1, { cgroup: inPod(U1, C1) });
  assert.deepEqual(await attest(), before);
  proc.put(pid, { cgroup: inPod(U2, C2) });
  await assert.rejects(attest(), { code: 'UNAVAILABLE', message: /ECONNREFUSED/ });
});

test('a child cgroup named after another pod changes nothing, not even before its own pod is known', async (t) => {
  const { kubelet, proc, attest } = await rig(t, { poll_retry_interval: '200ms' });
  kubelet.pods = [pod(U2, { app: [C2] })];
  proc.put(1, { cgroup: inPod(U2, C2) });
  proc.put(pid, { cgroup: inPod(U2, C2) });
  assert.ok((await attest()).includes(`k8s:pod-uid:${U2}`));
  // The index of now knows the victim and not the attacker.
  kubelet.pods = [pod(U1, { app: [C1] }), pod(U2, { app: [C2] })];
  proc.put(pid, { cgroup: `0::/kubepods/besteffort/pod${U1}/${C1}/pod${U2}/${C2}\n` });
  const selectors = await attest();
  assert.ok(selectors.includes(`k8s:pod-uid:${U1}`));
  assert.ok(selectors.includes('k8s:container-name:c-a1'));
});

test('an agent inside a pod that runs a cluster knows the inner pods', async (t) => {
  const { kubelet, proc, attest } = await rig(t);
  kubelet.pods = [pod(U2, { app: [C2] })];
  proc.put(pid, {
    cgroup: `0::/kubepods/pod${U1}/${C1}/kubelet/kubepods/besteffort/pod${U2}/${C2}\n`,
  });
  assert.ok((await attest()).includes(`k8s:pod-uid:${U2}`));
});

test('with the kubelet disabled no process can be attested', async (t) => {
  const { attest } = await rig(t, { kubelet_read_only_port: 0, disable_kubelet_client: true });
  await assert.rejects(attest(), {
    code: 'FAILED_PRECONDITION',
    message: 'kubelet client is disabled',
  });
});

test('a caller that leaves and a plugin that closes end the wait with their reason', async (t) => {
  const { kubelet, proc, attestor } = await rig(t, { max_poll_attempts: 1000 });
  kubelet.pods = [waiting(U1)];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  const leaving = new AbortController();
  const left = assert.rejects(attestor.attest(pid, leaving.signal), { message: 'left' });
  const closed = assert.rejects(attestor.attest(pid, forever), {
    code: 'UNAVAILABLE',
    message: 'closed',
  });
  leaving.abort(new Error('left'));
  await left;
  attestor.close();
  await closed;
});

test('explaining a process shows its cgroup, the pair, where pods are known from and the wait', async (t) => {
  const { kubelet, proc, attestor, attest } = await rig(t);
  kubelet.pods = [pod(U1, { app: [C1] })];
  proc.put(pid, { cgroup: inPod(U1, C1) });
  await attest();
  const { waitedMs, ...trace } = explainerOf(attestor).trace(pid);
  assert.deepEqual(trace, {
    cgroup: [inPod(U1, C1).trim()],
    named: [{ podUid: U1, containerId: C1 }],
    chosen: { podUid: U1, containerId: C1 },
    pod: 'apps/pod-7b',
    container: 'c-a1',
    source: 'kubelet_pods',
    reason: '',
  });
  assert.equal(typeof waitedMs, 'number');
});

const explainerOf = ({ explainer }: K8sInstance) => {
  assert.ok(explainer !== undefined);
  return explainer;
};

const encoded = (uid: string, id: string, labels: Record<string, string> = {}) =>
  kubernetes.io.api.core.v1.Pod.encode({
    metadata: { uid, name: 'p', namespace: 'apps', labels },
    status: { containerStatuses: [{ name: 'main', containerID: `containerd://${id}` }] },
  }).finish();

async function pushRig(t: TestContext, ...pods: readonly Uint8Array[]) {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-k8s-'));
  const api = await FakePodsApi.start(join(folder, 'pods.sock'), pods);
  const all = await rig(t, { pods_api_socket_path: api.socketPath });
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true });
  });
  all.proc.put(1, { cgroup: '0::/\n' });
  while (explainerOf(all.attestor).trace(1).source !== 'pods_api') await systemClock.sleep(2);
  return { ...all, api };
}

test('with the Pods API a container is known as soon as the kubelet tells, without any request', async (t) => {
  const { api, kubelet, proc, attest } = await pushRig(t, encoded(U1, C2));
  proc.put(pid, { cgroup: inPod(U1, C1) });
  const attested = attest();
  await api.put(encoded(U1, C1));
  assert.ok((await attested).includes('k8s:container-name:main'));
  assert.equal(kubelet.requests.length, 0);
});

test('an open caller hears when its pod changes and when it goes, and not of other pods', async (t) => {
  const { api, proc, attestor, attest } = await pushRig(t, encoded(U1, C1));
  proc.put(pid, { cgroup: inPod(U1, C1) });
  await attest();
  let heard = Promise.withResolvers<undefined>();
  let changes = 0;
  const leave = attestor.watch(pid, () => {
    changes++;
    heard.resolve(undefined);
  });
  await api.put(encoded(U2, C2));
  await api.put(encoded(U1, C1, { app: 'web' }));
  await heard.promise;
  assert.ok((await attest()).includes('k8s:pod-label:app:web'));
  heard = Promise.withResolvers();
  await api.delete(U1);
  await heard.promise;
  assert.equal(changes, 2);
  leave();
});
