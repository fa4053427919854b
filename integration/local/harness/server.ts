import { mkdirSync, writeFileSync } from 'node:fs';
import { freePort } from './free-port.ts';
import type { ManagedProcess } from './managed-process.ts';
import { eventually, when } from './poll.ts';
import {
  accepts,
  defaultPrograms,
  runCli,
  runCliOrFail,
  type CliResult,
  type Programs,
} from './programs.ts';
import { portTransportUnderTest } from './transport.ts';
import type { Workspace } from './workspace.ts';

export interface ServerOptions {
  readonly programs?: Programs;
  /** Tells several servers of a workspace apart. */
  readonly name?: string;
  readonly trustDomain?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly caTtl?: string;
  readonly keyManager?: 'disk' | 'memory';
  /** Bodies of more `plugins { NodeAttestor … }`. */
  readonly nodeAttestors?: readonly string[];
  /** More declarations for the `plugins` section. */
  readonly plugins?: readonly string[];
  /** A declaration in place of `keyManager`. */
  readonly keyManagerPlugin?: string;
  /** The `plugin_data` of the datastore; an SQLite file of its own unless told otherwise. */
  readonly datastore?: readonly string[];
  /** 127.0.0.1 unless told otherwise. */
  readonly bindAddress?: string;
  /** A free one unless told otherwise. */
  readonly port?: number;
  /** DEBUG unless told otherwise. */
  readonly logLevel?: string;
  /** More lines for the `server` section. */
  readonly settings?: readonly string[];
  /** More top-level sections. */
  readonly sections?: readonly string[];
}

interface EntryOptions {
  readonly spiffeId: string;
  readonly parentId: string;
  readonly selectors: readonly string[];
  readonly ttlSeconds?: number;
}

/** Starts a server on a free port of 127.0.0.1; it is healthy when this returns. */
export async function startServer(
  workspace: Workspace,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const server = new RunningServer(workspace, options, options.port ?? (await freePort()));
  await server.start();
  return server;
}

/** A server with its configuration; it can be stopped, killed and started again on the same port. */
export class RunningServer {
  readonly trustDomain: string;
  readonly port: number;
  readonly socketPath: string;
  readonly configPath: string;
  readonly dataDir: string;
  readonly keysPath: string;
  readonly #workspace: Workspace;
  readonly #command: readonly string[];
  readonly #name: string;
  readonly #host: string;
  readonly #env: Readonly<Record<string, string>>;
  #process: ManagedProcess | undefined;

  constructor(workspace: Workspace, options: ServerOptions, port: number) {
    this.#workspace = workspace;
    this.#command = (options.programs ?? defaultPrograms()).server;
    this.trustDomain = options.trustDomain ?? 'demo.test';
    this.port = port;
    this.#name = options.name ?? 'server';
    this.#host = (options.bindAddress ?? '127.0.0.1').replace(/[[\]]/g, '');
    this.#env = options.env ?? {};
    this.dataDir = workspace.path(this.#name);
    this.keysPath = workspace.path(this.#name, 'keys.json');
    this.socketPath = workspace.path(`${this.#name}.sock`);
    this.configPath = workspace.path(`${this.#name}.conf`);
    mkdirSync(this.dataDir, { recursive: true });
    writeFileSync(this.configPath, this.#config(options));
  }

  get process(): ManagedProcess {
    if (this.#process === undefined) throw new Error('the server was not started');
    return this.#process;
  }

  /** Starts it and waits until it is healthy. */
  async start(): Promise<void> {
    const process = this.launch();
    await eventually('the server accepts connections', async () => {
      process.assertRunning();
      return when((await accepts(this.socketPath)) && (await accepts(this.port, this.#host)));
    });
    await eventually('the server is healthy', async () => {
      process.assertRunning();
      const { code, stdout, stderr } = await this.cli('healthcheck');
      if (code === 0) return true;
      throw new Error(`healthcheck: ${stdout}${stderr}`);
    });
  }

  /** Starts it and returns at once. */
  launch(): ManagedProcess {
    const command = [...this.#command, 'run', '-config', this.configPath];
    this.#process = this.#workspace.start(this.#name, command, this.#env);
    return this.#process;
  }

  /** Runs one of the server's commands against its socket. */
  cli(...args: readonly string[]): Promise<CliResult> {
    return runCli(this.#commandLine(args));
  }

  /** The same, with `-output json`, parsed; rejects when the command fails. */
  async json(...args: readonly string[]): Promise<unknown> {
    return JSON.parse(await runCliOrFail(this.#commandLine([...args, '-output', 'json'])));
  }

  async bundlePem(): Promise<string> {
    return runCliOrFail(this.#commandLine(['bundle', 'show']));
  }

  /** A join token for an agent that shall also have `spiffeId`. */
  async joinToken(spiffeId: string): Promise<string> {
    const made = await this.json('token', 'generate', '-spiffeID', spiffeId, '-ttl', '600');
    return (made as { value: string }).value;
  }

  async createEntry(entry: EntryOptions): Promise<string> {
    const made = await this.json(
      ...['entry', 'create', '-spiffeID', entry.spiffeId, '-parentID', entry.parentId],
      ...entry.selectors.flatMap((selector) => ['-selector', selector]),
      ...(entry.ttlSeconds === undefined ? [] : ['-x509SVIDTTL', String(entry.ttlSeconds)]),
    );
    const id = (made as { results: { entry: { id: string } }[] }).results[0]?.entry.id;
    if (id === undefined) throw new Error(`no entry was created: ${JSON.stringify(made)}`);
    return id;
  }

  #commandLine([...words]: readonly string[]): string[] {
    const at = words.findIndex((word) => word.startsWith('-'));
    const flags = at === -1 ? [] : words.splice(at);
    return [...this.#command, ...words, '-socketPath', this.socketPath, ...flags];
  }

  /** SPIRE's knows no transports. */
  get #isOurs(): boolean {
    return this.#command[0] === process.execPath;
  }

  #config(options: ServerOptions): string {
    const keyManager = options.keyManager ?? 'disk';
    const datastore = options.datastore ?? [
      'database_type = "sqlite3"',
      `connection_string = ${JSON.stringify(`${this.dataDir}/datastore.sqlite3`)}`,
    ];
    const keys = keyManager === 'disk' ? `keys_path = ${JSON.stringify(this.keysPath)}` : '';
    return `server {
  bind_address = "${options.bindAddress ?? '127.0.0.1'}"
  bind_port = "${this.port}"
  socket_path = ${JSON.stringify(this.socketPath)}
  trust_domain = "${this.trustDomain}"
  data_dir = ${JSON.stringify(this.dataDir)}
  log_level = "${options.logLevel ?? 'DEBUG'}"
  ca_ttl = "${options.caTtl ?? '24h'}"
${this.#isOurs && portTransportUnderTest() === 'grpc-js' ? '  experimental { port_transport = "grpc-js" }\n' : ''}${(options.settings ?? []).map((line) => `  ${line}\n`).join('')}}
plugins {
  DataStore "sql" {
    plugin_data {
${datastore.map((line) => `      ${line}\n`).join('')}    }
  }
  NodeAttestor "join_token" { plugin_data {} }
${(options.nodeAttestors ?? []).map((body) => `  NodeAttestor ${body}\n`).join('')}  ${options.keyManagerPlugin ?? `KeyManager "${keyManager}" { plugin_data { ${keys} } }`}
${(options.plugins ?? []).map((plugin) => `  ${plugin}\n`).join('')}}
${(options.sections ?? []).join('\n')}
`;
  }
}
