// `npm run bench:pods`: what it costs to know the pods of a full node, from each source, while one pod a second comes
// and one goes. Every pod has an open caller, every new one is attested as it starts.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiWatchSource } from '../agent/pods/api-watch-source.ts';
import { KubeletClient } from '../agent/pods/kubelet-client.ts';
import { KubeletPoll } from '../agent/pods/kubelet-poll.ts';
import { PodDirectory } from '../agent/pods/pod-directory.ts';
import { PodIndex } from '../agent/pods/pod-index.ts';
import type { PodSourceName, PushSource } from '../agent/pods/pod-source.ts';
import { PodsApiSource } from '../agent/pods/pods-api-source.ts';
import { K8sAttestor } from '../agent/plugins/WorkloadAttestor/k8s/attestor.ts';
import { systemClock as clock } from '../common/clock/clock.ts';
import { KubeClient } from '../common/kube/kube-client.ts';
import { silentLogger as log } from '../common/log/logger.ts';
import { dialUnix } from '../common/rpc/rpc-channel.ts';
import { Secret } from '../common/secret/secret.ts';
import { noMetrics } from '../common/telemetry/metrics.ts';
import { Lives } from './pods-life.ts';
import type { NodeAddress, PodChange } from './pods-node.ts';

const podCount = 110;
const [, , duration = '30', wanted] = process.argv;
const seconds = Number(duration);
/** From the start of a process until the source tells of its container: Kubernetes 1.37 and, polled, 1.34. */
const untilKnownMs = { pods_api: 10, api_watch: 25, kubelet_pods: 300 } as const;
const rows: readonly (readonly [source: PodSourceName, bytes: number])[] = [
  ['pods_api', 10_000],
  ['api_watch', 10_000],
  ['kubelet_pods', 10_000],
  ['kubelet_pods', 100_000],
];

console.log(`${podCount} pods, one new and one gone a second, ${seconds} s each`);
console.log(
  'source        pod     CPU, % of a core  new pod attested, p50/p99 ms  requests (most at once)',
);
for (const [source, bytes] of rows.filter(
  ([source]) => wanted === undefined || source === wanted,
)) {
  const { cpu, waits, requests } = await measure(source, bytes);
  const at = (part: number) => (waits[Math.floor((waits.length - 1) * part)] ?? NaN).toFixed(1);
  const columns = [
    source.padEnd(12),
    `${bytes / 1000} kB`.padEnd(6),
    cpu.toFixed(2).padStart(16),
    `${at(0.5)} / ${at(0.99)}`.padStart(28),
    `${requests.all} (${requests.most})`.padStart(23),
  ];
  console.log(columns.join('  '));
}

interface Measured {
  readonly cpu: number;
  readonly waits: readonly number[];
  readonly requests: { readonly most: number; readonly all: number };
}

async function measure(source: PodSourceName, bytes: number): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-pods-'));
  const node = fork(new URL('pods-node.ts', import.meta.url), [folder]);
  try {
    const address = await nextMessage<NodeAddress>(node);
    const tell = (change: PodChange | 'requests') => {
      node.send(change);
      return nextMessage(node);
    };
    const life = new Lives(bytes, tell);
    for (let pod = 0; pod < podCount; pod++) await (await life.start(pod)).running;
    const attestor = attestorOn(source, address, folder);
    await sleep(1_000);
    for (let pod = 0; pod < podCount; pod++) await life.connect(attestor, pod);
    await sleep(2_000);

    const waits: number[] = [];
    const from = process.cpuUsage();
    const startedMs = performance.now();
    for (let second = 0; second < seconds; second++) {
      const nextMs = startedMs + (second + 1) * 1_000;
      await life.end(second);
      const { running } = await life.start(podCount + second, untilKnownMs[source]);
      waits.push(await life.connect(attestor, podCount + second));
      await running;
      await sleep(Math.max(nextMs - performance.now(), 0));
    }
    const { user, system } = process.cpuUsage(from);
    const cpu = (user + system) / 10 / (performance.now() - startedMs);
    const requests = (await tell('requests')) as Measured['requests'];
    attestor.close();
    return { cpu, waits: waits.sort((a, b) => a - b), requests };
  } finally {
    node.disconnect();
    rmSync(folder, { recursive: true });
  }
}

function attestorOn(source: PodSourceName, address: NodeAddress, folder: string): K8sAttestor {
  const directory = new PodDirectory({
    index: new PodIndex(),
    push: pushSources(source, address),
    poll: (sink) => new KubeletPoll({ ...pollOptions(address, folder), sink }),
    clock,
    log,
    active: noMetrics.gauge('k8s_pod_source', '', ['source']),
    watchIntervalMs: 5_000,
  });
  directory.start();
  return new K8sAttestor({
    directory,
    procPath: address.procPath,
    rules: { podsRoots: [], disableContainerSelectors: false, attestEphemeralContainers: false },
    maxPollAttempts: 60,
    pollIntervalMs: 500,
    knownProcessStaleMs: 5_000,
    findNamespaceLabels: undefined,
    imageDigests: false,
    logLocation: false,
    clock,
    log,
  });
}

function pollOptions({ caPem, kubeletPort: port }: NodeAddress, folder: string) {
  const caPath = join(folder, 'ca.crt');
  writeFileSync(caPath, caPem);
  const auth = { kind: 'anonymous' } as const;
  const endpoint = { kind: 'secure', port, nodeName: '127.0.0.1', caPath, auth } as const;
  return {
    kubelet: new KubeletClient({ endpoint, reloadIntervalMs: 60_000, clock, log }),
    clock,
    log,
    requests: noMetrics.counter('k8s_kubelet_requests', '', ['result']),
    intervalMs: 500,
  };
}

function pushSources(
  source: PodSourceName,
  { apiPort, caPem, podsApiSocket: socketPath }: NodeAddress,
): PushSource[] {
  if (source === 'kubelet_pods') return [];
  if (source === 'pods_api') {
    const dial = (path: string) => dialUnix(path, { maxMessageBytes: 64 * 1024 * 1024 });
    return [new PodsApiSource({ socketPath, dial, clock, log })];
  }
  const access = {
    server: new URL(`https://127.0.0.1:${apiPort}`),
    agent: new Agent({ ca: caPem, keepAlive: true }),
    trust: 'system' as const,
    headers: new Secret({}),
  };
  const reader = new KubeClient({ access: () => Promise.resolve(access), clock });
  return [new ApiWatchSource({ reader, nodeName: 'n1', log })];
}

async function nextMessage<T>(node: ChildProcess): Promise<T> {
  const [message] = (await once(node, 'message')) as [T];
  return message;
}
