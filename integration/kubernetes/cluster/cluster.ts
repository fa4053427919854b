import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = (name: string) => new URL(name, import.meta.url).pathname;

/** A real Kubernetes of this test's own. */
export interface Cluster {
  readonly apiUrl: string;
  readonly caPath: string;
  readonly folder: string;
  /** Runs kubectl as administrator and returns what it prints. */
  kubectl(...args: readonly string[]): Promise<string>;
  /** Applies objects, as JSON or YAML. */
  apply(...objects: readonly (object | string)[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Why there can be no cluster on this machine, or false. In CI there is no such reason: what is
 * missing is built, and fails loudly.
 */
export function reasonToSkip(): string | false {
  if ((process.env['CI'] ?? '') !== '') return false;
  const { status } = spawnSync(script('build.sh'), ['--cached'], { stdio: 'ignore' });
  return status === 0
    ? false
    : 'Kubernetes is not built on this machine: run integration/kubernetes/cluster/build.sh';
}

export interface ClusterOptions {
  /** Also has the images that the manifests deploy: Sigil, built from this tree, and Envoy. */
  readonly withSigil?: boolean;
}

/** Starts a cluster of the tier that up.sh describes. Who starts it stops it. */
export async function startCluster(tier: 1 | 2, options: ClusterOptions = {}): Promise<Cluster> {
  const parent = mkdtempSync(join(tmpdir(), 'sigil-kubernetes-'));
  const folder = join(parent, 'run');
  const stop = async () => {
    if (existsSync(folder)) await run(script('down.sh'), [folder]);
    rmSync(parent, { recursive: true });
  };
  const port = String(await threeFreePorts());
  const args = ['--tier', String(tier), '--run', folder, '--port', port];
  const starting = run(script('up.sh'), args);
  const building = options.withSigil === true ? buildImages(parent) : [];
  try {
    await Promise.all([starting, building]);
    for (const archive of await building) {
      await run(join(folder, 'nsexec'), ['ctr', '-n', 'k8s.io', 'images', 'import', archive]);
    }
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
    running.child.stdin?.end(input);
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
    stop,
  };
}

async function buildImages(parent: string): Promise<readonly string[]> {
  const folder = join(parent, 'images');
  const { stdout: bin } = await run(script('build.sh'), []);
  await run(script('images.sh'), [bin.trim(), folder, '--sigil']);
  return [join(folder, 'sigil.tar'), join(folder, 'envoy.tar')];
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
