// The node of `bench:pods`, a process of its own so that its work is not counted: a kubelet with its list and its
// Pods API, and an API server. It is told what to do by messages, and answers each when it is done.
import { join } from 'node:path';
import { k8s } from '../proto/gen/kubernetes-pods.js';
import { FakeKubeApi } from '../testkit/kube-api-server.ts';
import { FakeKubelet } from '../testkit/kube-kubelet.ts';
import { FakePodsApi } from '../testkit/kube-pods-api.ts';
import { createKubePki } from '../testkit/kube-pki.ts';
import { FakeProc } from '../testkit/kube-proc.ts';

export interface NodeAddress {
  /** Where the processes of the pods are shown. */
  readonly procPath: string;
  readonly kubeletPort: number;
  readonly apiPort: number;
  readonly podsApiSocket: string;
  readonly caPem: string;
}

/** One step in the life of a pod. */
export interface PodChange {
  readonly pid: number;
  readonly uid: string;
  readonly containerId: string;
  /** Of its JSON, about. */
  readonly bytes: number;
  readonly step: 'created' | 'started' | 'ready' | 'deleted';
}

const folder = String(process.argv[2]);
const pki = await createKubePki();
const certificate = await pki.issue(['127.0.0.1']);
const kubelet = await FakeKubelet.start({ server: certificate });
const podsApi = await FakePodsApi.start(join(folder, 'pods.sock'));
const api = await FakeKubeApi.start(certificate);
const pods = new Map<string, object>();
const proc = new FakeProc();

process.on('message', (change: PodChange | 'requests') => {
  if (change === 'requests') answer({ most: kubelet.mostInFlight, all: kubelet.requests.length });
  else void apply(change).then(() => answer('done'));
});
process.on('disconnect', () => {
  proc.remove();
  process.exit();
});
answer({
  procPath: proc.path,
  kubeletPort: kubelet.port,
  apiPort: api.port,
  podsApiSocket: podsApi.socketPath,
  caPem: pki.caPem,
} satisfies NodeAddress);

async function apply(change: PodChange): Promise<void> {
  const { uid, step, pid, containerId } = change;
  const pod = podOf(change);
  if (step === 'created') {
    proc.put(pid, { cgroup: `0::/kubepods/burstable/pod${uid}/${containerId}\n` });
  }
  if (step === 'deleted') {
    proc.exit(pid);
    pods.delete(uid);
    api.deletePod(pod);
    await podsApi.delete(uid);
  } else {
    pods.set(uid, pod);
    api.putPod(pod, step === 'created' ? 'ADDED' : 'MODIFIED');
    await podsApi.put(encoded(change));
  }
  kubelet.pods = [...pods.values()];
}

function podOf({ uid, containerId, bytes, step }: PodChange) {
  return {
    metadata: {
      name: `pod-${uid}`,
      namespace: 'bench',
      uid,
      labels: { app: 'web', 'pod-template-hash': uid.slice(0, 8) },
      annotations: { padding: padding(bytes) },
    },
    spec: { nodeName: 'n1', serviceAccountName: 'web', containers: containers(bytes) },
    status: {
      phase: step === 'created' ? 'Pending' : 'Running',
      conditions: [{ type: 'Ready', status: step === 'ready' ? 'True' : 'False' }],
      containerStatuses: statuses(containerId, step),
    },
  };
}

function statuses(containerId: string, step: PodChange['step']) {
  const images = { image: 'registry.example.org/web:1', imageID: `sha256:${'0'.repeat(64)}` };
  return ['app', 'envoy'].map((name, at) => ({
    name,
    ...images,
    ...(step !== 'created' && { containerID: `containerd://${at}${containerId.slice(1)}` }),
  }));
}

/** Half of a pod is structure, as in a real one: environment, mounts, probes. */
function containers(bytes: number) {
  const env = Array.from({ length: Math.round(bytes / 2 / 60) }, (_, at) => ({
    name: `VARIABLE_${at}`,
    value: `value-${at}-${'x'.repeat(16)}`,
  }));
  return [{ name: 'app', image: 'registry.example.org/web:1', env }];
}

function padding(bytes: number): string {
  return '{"quoted":"text"}'.repeat(Math.round(bytes / 2 / 21));
}

function encoded({ uid, containerId, bytes, step }: PodChange): Uint8Array {
  return k8s.io.api.core.v1.Pod.encode({
    metadata: {
      name: `pod-${uid}`,
      namespace: 'bench',
      uid,
      labels: { app: 'web', 'pod-template-hash': uid.slice(0, 8) },
      annotations: { padding: 'x'.repeat(bytes) },
    },
    spec: { nodeName: 'n1', serviceAccountName: 'web' },
    status: { containerStatuses: statuses(containerId, step) },
  }).finish();
}

function answer(message: unknown): void {
  process.send?.(message);
}
