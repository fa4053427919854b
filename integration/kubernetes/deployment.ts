import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { eventually } from '../local/harness/poll.ts';
import { startCluster, type Cluster, type Image, type Node } from './cluster/cluster.ts';

const run = promisify(execFile);
const file = (name: string) => new URL(name, import.meta.url).pathname;

interface LoadReport {
  readonly requests: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/** The part of `sigil-agent sds list` that tests look at. */
interface SdsStream {
  readonly pid: number;
  readonly node_id: string;
  readonly names: readonly {
    readonly name: string;
    readonly standing: string;
    readonly since: string;
    readonly sent_at?: string;
  }[];
}

/** A cluster with Sigil and the example, both from `manifests/`. */
export class Deployment {
  readonly cluster: Cluster;

  private constructor(cluster: Cluster) {
    this.cluster = cluster;
  }

  /** A cluster that has the images, and volumes for servers, and nothing deployed yet. */
  static async start(more: readonly Image[] = [], volumes = 1): Promise<Deployment> {
    const cluster = await startCluster(2, { images: ['sigil', 'envoy', ...more] });
    const deployment = new Deployment(cluster);
    await spawnOn(cluster.node, 'cluster/services.ts');
    for (let index = 0; index < volumes; index++) await deployment.#makeVolume(index);
    return deployment;
  }

  /** Adds the second node. */
  async join(): Promise<Node> {
    const node = await this.cluster.join();
    await spawnOn(node, 'cluster/services.ts');
    return node;
  }

  stop(): Promise<void> {
    return this.cluster.stop();
  }

  kubectl(...args: readonly string[]): Promise<string> {
    return this.cluster.kubectl(...args);
  }

  apply(folder: string): Promise<string> {
    return this.kubectl('apply', '-k', file(folder));
  }

  /** Runs a command on the node and returns what it prints. */
  async onNode(...command: readonly string[]): Promise<string> {
    return (await run(this.cluster.node.nsexec, [...command])).stdout;
  }

  /** Registers the example as its own script does. */
  register(): Promise<string> {
    return this.onNode('bash', file('../../manifests/example/register.sh'));
  }

  /** Runs a command of the server in its pod. */
  server(...args: readonly string[]): Promise<string> {
    return this.kubectl('-n', 'sigil', 'exec', 'sigil-server-0', '--', 'sigil-server', ...args);
  }

  /** Registers `spiffe://example.org/NAME` for pods with a label. */
  registerLabel(key: string, value: string, name: string): Promise<string> {
    const selector = ['-selector', `k8s:pod-label:${key}:${value}`];
    const names = ['-parentID', 'spiffe://example.org/cluster/main', '-spiffeID'];
    return this.server('entry', 'create', ...names, `spiffe://example.org/${name}`, ...selector);
  }

  /** Runs a command of the agent in its pod; of some agent where there are several. */
  agent(...args: readonly string[]): Promise<string> {
    return this.kubectl(
      ...['-n', 'sigil', 'exec', 'daemonset/sigil-agent', '--', 'sigil-agent'],
      ...args,
    );
  }

  /** The SDS streams of the Envoys with this node ID. */
  async streams(nodeId: string): Promise<readonly SdsStream[]> {
    const answer = await this.agent('sds', 'list', '-output', 'json');
    const { streams } = JSON.parse(answer) as { streams: readonly SdsStream[] };
    return streams.filter((stream) => stream.node_id === nodeId);
  }

  /** The PIDs of the Envoys with this node ID that are connected to the agent. */
  async connected(nodeId: string): Promise<readonly number[]> {
    return [...new Set((await this.streams(nodeId)).map(({ pid }) => pid))];
  }

  async signalApiServer(signal: 'STOP' | 'CONT'): Promise<void> {
    await this.onNode('bash', '-c', `kill -${signal} $(pgrep -x kube-apiserver)`);
  }

  /** What the agents of the node logged, the newest pod's last. */
  agentLog(): Promise<string> {
    return this.kubectl(
      '-n',
      'sigil',
      'logs',
      '-l',
      'app.kubernetes.io/name=sigil-agent',
      '--tail=-1',
    );
  }

  async rolledOut(namespace: string, what: string): Promise<void> {
    await this.kubectl('-n', namespace, 'rollout', 'status', what, '--timeout=90s');
  }

  async podOf(namespace: string, label: string, path = '.metadata.name'): Promise<string> {
    const args = [
      '-n',
      namespace,
      'get',
      'pod',
      '-l',
      label,
      '--sort-by=.metadata.creationTimestamp',
    ];
    const all = await this.kubectl(
      ...args,
      '-o',
      `jsonpath={range .items[*]}{${path}}{"\\n"}{end}`,
    );
    return all.trim().split('\n').at(-1) ?? '';
  }

  /** The address of the application `web`. */
  async webUrl(): Promise<string> {
    const args = [
      '-n',
      'sigil-example',
      'get',
      'service',
      'web',
      '-o',
      'jsonpath={.spec.clusterIP}',
    ];
    return `http://${await this.kubectl(...args)}:8080/`;
  }

  /** Waits until a request passes both sidecars, and returns who verified whom. */
  async ask(deadlineMs = 30_000, url?: string): Promise<unknown> {
    const from = url ?? (await this.webUrl());
    return eventually('a request passes both sidecars', () => this.#askOnce(from), {
      deadlineMs,
      everyMs: 200,
    });
  }

  async #askOnce(url: string): Promise<unknown> {
    return JSON.parse(await this.onNode('curl', '-sSf', '--max-time', '5', url)) as unknown;
  }

  /** Traffic through both sidecars, a new mTLS connection for each request. */
  async startLoad(url?: string): Promise<{ stop(): Promise<LoadReport> }> {
    const load = await spawnOn(this.cluster.node, 'load.ts', url ?? (await this.webUrl()));
    const output = text(load.stdout);
    return {
      async stop() {
        load.stdin.end();
        return JSON.parse((await output).trim().split('\n').at(-1) ?? '') as LoadReport;
      },
    };
  }

  /** Kills the first process of a container, as the kernel does when memory is short. */
  async killContainer(podUid: string, program: string): Promise<void> {
    const script = `for pid in $(pgrep -x ${program}); do
      if grep -q ${podUid} /proc/$pid/cgroup; then kill -9 $pid; fi; done`;
    await this.onNode('bash', '-c', script);
  }

  async #makeVolume(index: number): Promise<void> {
    const path = join(this.cluster.folder, `volume-${index}`);
    mkdirSync(path);
    const node = { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] };
    await this.cluster.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `sigil-data-${index}` },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        local: { path },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [node] }] } },
      },
    });
  }
}

/** Starts a program of this folder on a node; it ends with the node. */
async function spawnOn({ nsexec }: Node, program: string, ...args: readonly string[]) {
  const command = [process.execPath, file(program), ...args];
  const started = spawn(nsexec, command, { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(started.stdout, 'readable');
  return started;
}

/** Waits until the agents' log has a line. */
export async function agentSays(deployment: Deployment, line: RegExp, deadlineMs = 60_000) {
  return eventually(
    `the agent logs ${String(line)}`,
    async () => {
      const found = line.exec(await deployment.agentLog());
      return found === null ? undefined : found[0];
    },
    { deadlineMs, everyMs: 300 },
  );
}

/** No request failed, and there were enough of them to say so. */
export function assertUnbroken(report: LoadReport, atLeast: number): void {
  assert.deepEqual(
    { failed: report.failed, failures: report.failures },
    { failed: 0, failures: [] },
  );
  assert.ok(report.requests >= atLeast, `${report.requests} requests`);
}
