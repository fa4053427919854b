import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { eventually } from '../local/harness/poll.ts';
import { startCluster, type Cluster } from './cluster/cluster.ts';

const run = promisify(execFile);
const file = (name: string) => new URL(name, import.meta.url).pathname;

export interface LoadReport {
  readonly requests: number;
  readonly failed: number;
  readonly failures: readonly string[];
}

/** A node with Sigil and the example, both from `manifests/`. */
export class Deployment {
  readonly cluster: Cluster;
  readonly #nsexec: string;

  private constructor(cluster: Cluster) {
    this.cluster = cluster;
    this.#nsexec = join(cluster.folder, 'nsexec');
  }

  /** A cluster that has the images and a volume for the server, and nothing deployed yet. */
  static async start(): Promise<Deployment> {
    const cluster = await startCluster(2, { withSigil: true });
    const deployment = new Deployment(cluster);
    await deployment.#spawnOnNode('cluster/services.ts');
    await deployment.#makeVolume();
    return deployment;
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
    return (await run(this.#nsexec, [...command])).stdout;
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

  /** The PIDs of the Envoys with this node ID that are connected to the agent. */
  async connected(nodeId: string): Promise<readonly number[]> {
    const command = ['sigil-agent', 'sds', 'list', '-output', 'json'];
    const answer = await this.kubectl(
      '-n',
      'sigil',
      'exec',
      'daemonset/sigil-agent',
      '--',
      ...command,
    );
    const { streams } = JSON.parse(answer) as { streams: { pid: number; node_id: string }[] };
    const own = streams.filter((stream) => stream.node_id === nodeId).map(({ pid }) => pid);
    return [...new Set(own)];
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
    const load = await this.#spawnOnNode('load.ts', url ?? (await this.webUrl()));
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

  async #spawnOnNode(program: string, ...args: readonly string[]) {
    const command = [process.execPath, file(program), ...args];
    const started = spawn(this.#nsexec, command, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(started.stdout, 'readable');
    return started;
  }

  async #makeVolume(): Promise<void> {
    const path = join(this.cluster.folder, 'volume');
    mkdirSync(path);
    const node = { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] };
    await this.cluster.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'sigil-data' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        local: { path },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [node] }] } },
      },
    });
  }
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
