import { mkdirSync, writeFileSync } from 'node:fs';
import type { ManagedProcess } from './managed-process.ts';
import { eventually, when } from './poll.ts';
import { accepts, defaultPrograms, runCli, type CliResult, type Programs } from './programs.ts';
import type { RunningServer } from './server.ts';
import { transportUnderTest } from './transport.ts';
import type { Workspace } from './workspace.ts';

export interface AgentOptions {
  readonly programs?: Programs;
  readonly name?: string;
  readonly keyManager?: 'disk' | 'memory';
  readonly syncInterval?: string;
  readonly logLevel?: string;
  /** Whether `unix:path` and `unix:sha256` are selectors; true by default. */
  readonly discoverPath?: boolean;
  /** The body of `plugins { NodeAttestor … }`; join_token by default, and then it gets a token. */
  readonly nodeAttestor?: string;
  /** More declarations for the `plugins` section. */
  readonly plugins?: readonly string[];
  /** 127.0.0.1 unless told otherwise. */
  readonly serverAddress?: string;
  /** More lines for the `agent` section. */
  readonly settings?: readonly string[];
  /** More lines for its `experimental` block. */
  readonly experimental?: readonly string[];
  /** More top-level sections, `telemetry { … }` for instance. */
  readonly sections?: readonly string[];
}

/**
 * Starts an agent that attests with a fresh join token, unless the options name another way, and has the ID `spiffe://<td>/node/<name>`
 * as the parent of entries. It is healthy when this returns.
 */
export async function startAgent(
  workspace: Workspace,
  server: RunningServer,
  options: AgentOptions = {},
): Promise<RunningAgent> {
  const agent = new RunningAgent(workspace, server, options);
  writeFileSync(agent.bundlePath, await server.bundlePem());
  const token = options.nodeAttestor === undefined;
  await agent.start(token ? await server.joinToken(agent.nodeId) : undefined);
  return agent;
}

/** An agent with its configuration; it can be stopped, killed and started again. */
export class RunningAgent {
  readonly nodeId: string;
  readonly socketPath: string;
  readonly adminSocketPath: string;
  readonly configPath: string;
  readonly bundlePath: string;
  readonly dataDir: string;
  readonly #name: string;
  readonly #workspace: Workspace;
  readonly #command: readonly string[];
  #process: ManagedProcess | undefined;

  constructor(workspace: Workspace, server: RunningServer, options: AgentOptions) {
    this.#workspace = workspace;
    this.#name = options.name ?? 'agent';
    this.#command = (options.programs ?? defaultPrograms()).agent;
    this.nodeId = `spiffe://${server.trustDomain}/node/${this.#name}`;
    this.dataDir = workspace.path(`${this.#name}-data`);
    // SPIRE refuses an admin socket in the folder of the public one, or below it.
    this.socketPath = workspace.path(`${this.#name}-public`, 'agent.sock');
    this.adminSocketPath = workspace.path(`${this.#name}-admin`, 'admin.sock');
    this.configPath = workspace.path(`${this.#name}.conf`);
    this.bundlePath = workspace.path(`${this.#name}-bundle.pem`);
    mkdirSync(this.dataDir, { recursive: true });
    writeFileSync(this.configPath, this.#config(server, options));
  }

  get process(): ManagedProcess {
    if (this.#process === undefined) throw new Error('the agent was not started');
    return this.#process;
  }

  /** Starts it and waits until it is healthy. A start after the first needs no token. */
  async start(joinToken?: string): Promise<void> {
    const token = joinToken === undefined ? [] : ['-joinToken', joinToken];
    const process = this.launch(...token);
    await eventually('the agent accepts connections', async () => {
      process.assertRunning();
      return when(await accepts(this.socketPath));
    });
    await eventually('the agent is healthy', async () => {
      process.assertRunning();
      const { code, stdout, stderr } = await this.cli('healthcheck');
      if (code === 0) return true;
      throw new Error(`healthcheck: ${stdout}${stderr}`);
    });
  }

  /** Starts it without waiting for anything. */
  launch(...flags: readonly string[]): ManagedProcess {
    const command = [...this.#command, 'run', '-config', this.configPath, ...flags];
    this.#process = this.#workspace.start(this.#name, command);
    return this.#process;
  }

  /** Runs one of the agent's commands against its socket. */
  cli(...args: readonly string[]): Promise<CliResult> {
    return runCli([...this.#command, ...args, '-socketPath', this.socketPath]);
  }

  #config(server: RunningServer, options: AgentOptions): string {
    const keyManager = options.keyManager ?? 'disk';
    const keys = keyManager === 'disk' ? `directory = ${JSON.stringify(this.dataDir)}` : '';
    return `agent {
  data_dir = ${JSON.stringify(this.dataDir)}
  log_level = "${options.logLevel ?? 'DEBUG'}"
  server_address = "${options.serverAddress ?? '127.0.0.1'}"
  server_port = "${server.port}"
  socket_path = ${JSON.stringify(this.socketPath)}
  admin_socket_path = ${JSON.stringify(this.adminSocketPath)}
  trust_bundle_path = ${JSON.stringify(this.bundlePath)}
  trust_domain = "${server.trustDomain}"
  experimental {
    sync_interval = "${options.syncInterval ?? '1s'}"
${transportUnderTest() === 'grpc-js' ? '    socket_transport = "grpc-js"\n' : ''}${(options.experimental ?? []).map((line) => `    ${line}\n`).join('')}  }
${(options.settings ?? []).map((line) => `  ${line}\n`).join('')}}
plugins {
  NodeAttestor ${options.nodeAttestor ?? '"join_token" { plugin_data {} }'}
  KeyManager "${keyManager}" { plugin_data { ${keys} } }
  WorkloadAttestor "unix" { plugin_data { discover_workload_path = ${options.discoverPath ?? true} } }
${(options.plugins ?? []).map((plugin) => `  ${plugin}\n`).join('')}}
${(options.sections ?? []).join('\n')}
`;
  }
}
