import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually, when } from '../../local/harness/poll.ts';

const run = promisify(execFile);
const script = (name: string) => new URL(name, import.meta.url).pathname;

/** Kubelets before 1.37 have no Pods API (on by default): pods are polled there. */
export const hasPodsApi =
  Number(/^v1\.(\d+)/.exec(process.env['SIGIL_KUBERNETES_VERSION'] ?? 'v1.37.2')?.[1]) >= 37;

/** A real Kubernetes of this test's own. */
export interface Cluster {
  readonly apiUrl: string;
  readonly caPath: string;
  readonly folder: string;
  /** Runs kubectl as administrator and returns what it prints. */
  kubectl(...args: readonly string[]): Promise<string>;
  /** Applies objects, as JSON or YAML. */
  apply(...objects: readonly (object | string)[]): Promise<void>;
  /** Works while the API server stands still: its port takes connections and answers nothing. */
  withoutApiServer<T>(work: () => Promise<T>): Promise<T>;
  /** The first node; tier 2 only. */
  readonly node: Node;
  /** Adds the second node, with the same images. */
  join(): Promise<Node>;
  stop(): Promise<void>;
}

/**
 * Why there can be no cluster on this machine, or false. In CI there is no such reason: what is
 * missing is built, and fails loudly.
 */
export function reasonToSkip(needs: { readonly spire?: boolean } = {}): string | false {
  if ((process.env['CI'] ?? '') !== '') return false;
  const isBuilt = (path: string, ...args: readonly string[]) =>
    spawnSync('bash', [path, ...args, '--cached'], { stdio: 'ignore' }).status === 0;
  if (!isBuilt(script('build.sh'))) {
    return 'Kubernetes is not built on this machine: run integration/kubernetes/cluster/build.sh';
  }
  const setup = script('../../../scripts/setup-spire.sh');
  if (needs.spire !== true || isBuilt(setup, spireVersion)) return false;
  return `SPIRE is not built on this machine: run scripts/setup-spire.sh ${spireVersion}`;
}

/** What images.sh puts into the image of SPIRE. */
const spireVersion = 'v1.15.3';

/** What `images.sh` makes beside the two that every node has. */
export type Image = 'sigil' | 'envoy' | 'kubectl' | 'postgres' | 'spire';

export interface ClusterOptions {
  /** Imported on every node: Sigil is built from this tree. */
  readonly images?: readonly Image[];
  /** An audience that the API server has beside its usual one. */
  readonly apiAudience?: string;
  /** Where it asks about tokens that it does not know itself. */
  readonly tokenWebhook?: string;
}

/** A machine of the cluster. */
export interface Node {
  readonly name: string;
  /** Runs a command there: `nsexec COMMAND ARGUMENT…`. */
  readonly nsexec: string;
  /** Manifests of static pods. */
  readonly manifests: string;
}

/** Starts a cluster of the tier that up.sh describes. Who starts it stops it. */
export async function startCluster(tier: 1 | 2, options: ClusterOptions = {}): Promise<Cluster> {
  const parent = mkdtempSync(join(tmpdir(), 'sigil-kubernetes-'));
  const folder = join(parent, 'run');
  const stop = async () => {
    if (existsSync(folder)) await run(script('down.sh'), [folder]);
    rmSync(parent, { recursive: true });
  };
  const starting = bringUp(tier, folder, options);
  const building = buildImages(options.images ?? []);
  const node = nodeIn(folder, 'n1');
  try {
    await Promise.all([starting, building]);
    await importImages(node, await building);
  } catch (error) {
    await Promise.allSettled([starting, building]);
    await stop();
    throw error;
  }
  const environment = readEnvironment(join(folder, 'env.sh'));
  const kubectl = async (args: readonly string[], input = '') => {
    const options = {
      env: { ...process.env, KUBECONFIG: environment.get('KUBECONFIG') },
      maxBuffer: 64 * 1024 * 1024,
    };
    const command = `${String(environment.get('KUBERNETES_BIN'))}/kubectl`;
    const running =
      tier === 1
        ? run(command, args, options)
        : run(join(folder, 'nsexec'), ['kubectl', ...args], options);
    // A command that reads no input may end before it gets any: its exit code says how it went.
    running.child.stdin?.on('error', () => undefined).end(input);
    return (await running).stdout;
  };
  return {
    apiUrl: String(environment.get('API_URL')),
    caPath: String(environment.get('CA')),
    folder,
    kubectl: (...args) => kubectl(args),
    async apply(...objects) {
      const documents = objects.map((object) =>
        typeof object === 'string' ? object : JSON.stringify(object),
      );
      await kubectl(['apply', '-f', '-'], documents.join('\n---\n'));
    },
    async withoutApiServer(work) {
      // up.sh starts it second, after etcd.
      const [, started = ''] = readFileSync(join(folder, 'pids'), 'utf8').split('\n');
      const pid = Number.parseInt(started, 10);
      process.kill(pid, 'SIGSTOP');
      try {
        // On a busy machine it goes on until a thread of its takes the signal.
        await eventually('the API server stands still', () => when(isStopped(pid)));
        return await work();
      } finally {
        process.kill(pid, 'SIGCONT');
      }
    },
    node,
    async join() {
      const { stdout } = await run(script('join.sh'), [folder]);
      const second = nodeIn(stdout.trim(), 'n2');
      await importImages(second, await building);
      return second;
    },
    stop,
  };
}

/** Ports may be taken between the look and the start, by another run. */
async function bringUp(
  tier: 1 | 2,
  folder: string,
  { apiAudience, tokenWebhook }: ClusterOptions,
): Promise<void> {
  const more = [
    ...(apiAudience === undefined ? [] : ['--api-audience', apiAudience]),
    ...(tokenWebhook === undefined ? [] : ['--token-webhook', tokenWebhook]),
  ];
  for (let attempt = 1; ; attempt++) {
    const port = String(await threeFreePorts());
    const args = ['--tier', String(tier), '--run', folder, '--port', port, ...more];
    try {
      await run(script('up.sh'), args);
      return;
    } catch (error) {
      const isTaken = String((error as { stderr?: unknown }).stderr).includes('already in use');
      if (!isTaken || attempt === mostAttempts) throw error;
    }
  }
}

/** Made once for all suites and runs that have the same files. */
async function buildImages(names: readonly Image[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const { stdout: bin } = await run(script('build.sh'), []);
  const cache = join(bin.trim(), '..', '..', 'images');
  const { stdout } = await run(script('images.sh'), [bin.trim(), cache, ...names]);
  return stdout.trim().split('\n');
}

async function importImages(node: Node, archives: readonly string[]): Promise<void> {
  for (const archive of archives) {
    await run(node.nsexec, ['ctr', '-n', 'k8s.io', 'images', 'import', archive]);
  }
}

function nodeIn(folder: string, name: string): Node {
  return { name, nsexec: join(folder, 'nsexec'), manifests: join(folder, 'manifests') };
}

function readEnvironment(path: string): ReadonlyMap<string, string> {
  const pairs = readFileSync(path, 'utf8').matchAll(/(\w+)=(\S+)/g);
  return new Map([...pairs].map(([, name = '', value = '']) => [name, value]));
}

/** The first of three ports in a row that are free now. */
async function threeFreePorts(): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const free = await Promise.all([first, first + 1, first + 2].map(isFree));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

const mostAttempts = 3;

/** Whether each thread of a process was stopped by a signal. */
function isStopped(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((id) =>
    readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8').includes(') T '),
  );
}
