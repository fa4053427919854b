import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  GenericContainer,
  Network,
  Wait,
  type StartedNetwork,
  type StartedTestContainer,
} from 'testcontainers';
import { renderBootstrap } from '../envoy/bootstrap.ts';
import type { BootstrapInput } from '../envoy/bootstrap-options.ts';
import { socketPath } from './configuration.ts';
import { agentContainer, defaultImages, serverContainer, type SigilImages } from './containers.ts';

export interface SigilOptions {
  /** `test.sigil` unless given. */
  readonly trustDomain?: string;
  readonly images?: SigilImages;
  /** Of the Docker engine, on its own machine; `/var/run/docker.sock` unless given. */
  readonly dockerSocketPath?: string;
}

/** A registration entry: who may get which SPIFFE ID. */
export interface TestEntry {
  readonly spiffeId: string;
  /** `docker:label:app:web`, `unix:uid:1000`, …; a workload must have all of them. */
  readonly selectors: readonly string[];
  readonly ttlSeconds?: number;
}

/** An X509-SVID with its key and the bundle to verify peers by, all PEM. */
export interface TestX509Svid {
  readonly certificatesPem: string;
  readonly privateKeyPem: string;
  readonly bundlePem: string;
}

export interface EnvoyOptions {
  /** Goes through the generator of `sigil-agent envoy bootstrap`; the agent's socket is filled in. */
  readonly bootstrap: Omit<BootstrapInput, 'socket_path'>;
  /** What its entry selects it by. */
  readonly labels: Readonly<Record<string, string>>;
  /** The host name by which other containers of `network` reach it. */
  readonly alias: string;
  /** Ports of its listeners that are to be reached from outside. */
  readonly ports?: readonly number[];
}

/**
 * Starts a server and an agent in containers and waits until both are healthy. End it with `stop`, or
 * by `await using`. Needs the package `testcontainers` and a Docker engine on Linux; rejects with the
 * engine's reason when there is none, and leaves nothing behind then.
 */
export async function startSigil(options: SigilOptions = {}): Promise<Sigil> {
  const sigil = new Sigil(options);
  try {
    await sigil.start();
    return sigil;
  } catch (error) {
    await sigil.stop();
    throw error;
  }
}

/** A running server and agent, made by `startSigil`. */
export class Sigil implements AsyncDisposable {
  readonly trustDomain: string;
  readonly #images: Required<SigilImages>;
  readonly #dockerSocketPath: string;
  readonly #socketFolder = mkdtempSync(join(tmpdir(), 'sigil-testing-'));
  readonly #undo: (() => Promise<unknown>)[] = [];
  #network: StartedNetwork | undefined;
  #server: StartedTestContainer | undefined;

  constructor(options: SigilOptions) {
    this.trustDomain = options.trustDomain ?? 'test.sigil';
    this.#images = { ...defaultImages, ...options.images };
    this.#dockerSocketPath = options.dockerSocketPath ?? '/var/run/docker.sock';
  }

  /** The parent of all entries: the one agent. */
  get agentId(): string {
    return `spiffe://${this.trustDomain}/node/agent`;
  }

  /** The Workload API and SDS, for processes of this machine. */
  get socketPath(): string {
    return join(this.#socketFolder, 'api.sock');
  }

  /** The same socket for a container: `container.withBindMounts([sigil.socketMount])`. */
  get socketMount() {
    return { source: this.#socketFolder, target: '/run/sigil', mode: 'ro' } as const;
  }

  /** Where server, agent and Envoys meet. */
  get network(): StartedNetwork {
    if (this.#network === undefined) throw new Error('sigil was not started');
    return this.#network;
  }

  /** Starts what `startSigil` promises. */
  async start(): Promise<void> {
    // Workloads of other users pass through it to the socket.
    chmodSync(this.#socketFolder, 0o755);
    const network = await new Network().start();
    this.#network = network;
    this.#undo.push(() => network.stop());
    const server = serverContainer(this.#images.server, this.trustDomain, network);
    this.#server = await this.#started(server);
    const { value: joinToken } = JSON.parse(
      await this.server('token', 'generate', '-spiffeID', this.agentId, '-output', 'json'),
    ) as { value: string };
    const parts = {
      trustDomain: this.trustDomain,
      bundlePem: await this.server('bundle', 'show'),
      joinToken,
      dockerSocketPath: this.#dockerSocketPath,
      socketFolder: this.#socketFolder,
    };
    await this.#started(agentContainer(this.#images.agent, network, parts));
  }

  /** Runs a command of `sigil-server` and resolves with what it printed. */
  async server(...args: readonly string[]): Promise<string> {
    if (this.#server === undefined) throw new Error('sigil was not started');
    const command = ['sigil-server', ...args, '-socketPath', socketPath];
    const { exitCode, stdout, stderr } = await this.#server.exec(command);
    if (exitCode === 0) return stdout;
    throw new Error(`${command.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`);
  }

  /** Registers a workload. Running ones get their identity within about a second. */
  async addEntry({ spiffeId, selectors, ttlSeconds = 300 }: TestEntry): Promise<void> {
    await this.server(
      ...['entry', 'create', '-parentID', this.agentId, '-spiffeID', spiffeId],
      ...['-x509SVIDTTL', String(ttlSeconds)],
      ...selectors.flatMap((selector) => ['-selector', selector]),
    );
  }

  /** An identity for the test itself, without any attestation. */
  async mintX509Svid(spiffeId: string): Promise<TestX509Svid> {
    const text = await this.server('x509', 'mint', '-spiffeID', spiffeId);
    const part = (from: string, to: string) => text.split(`${from}:\n`)[1]?.split(to)[0] ?? '';
    return {
      certificatesPem: part('X509-SVID', 'Private key:').trim(),
      privateKeyPem: part('Private key', 'Root CAs:').trim(),
      bundlePem: part('Root CAs', '\0').trim(),
    };
  }

  /** Starts an Envoy with a generated bootstrap and waits until it has its identity: add its entry first. */
  async startEnvoy(options: EnvoyOptions): Promise<StartedTestContainer> {
    const { bootstrap, labels, alias, ports = [] } = options;
    const content = renderBootstrap({ ...bootstrap, socket_path: socketPath });
    const envoy = new GenericContainer(this.#images.envoy)
      .withNetwork(this.network)
      .withNetworkAliases(alias)
      .withLabels(labels)
      .withUser('101:101')
      .withBindMounts([this.socketMount])
      .withCopyContentToContainer([{ content, target: '/etc/envoy/envoy.yaml' }])
      .withCommand(['-c', '/etc/envoy/envoy.yaml', '--disable-hot-restart', '--concurrency', '1'])
      .withExposedPorts(...ports)
      .withWaitStrategy(Wait.forLogMessage('all dependencies initialized. starting workers'));
    return this.#started(envoy);
  }

  /** Ends everything that was started, the last first; the first failure is thrown at the end. */
  async stop(): Promise<void> {
    const failures: unknown[] = [];
    for (let undo = this.#undo.pop(); undo !== undefined; undo = this.#undo.pop()) {
      await undo().catch((error: unknown) => failures.push(error));
    }
    rmSync(this.#socketFolder, { recursive: true, force: true });
    if (failures.length > 0) throw new AggregateError(failures, 'sigil could not be stopped');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #started(container: GenericContainer): Promise<StartedTestContainer> {
    const started = await container.start();
    this.#undo.push(() => started.stop({ timeout: 1_000 }));
    return started;
  }
}
