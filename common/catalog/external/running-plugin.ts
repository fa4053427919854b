import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, SpiffeError } from '../../errors/spiffe-error.ts';
import type { Channel } from '../../rpc/contract.ts';
import {
  openPluginSession,
  type HostServices,
  type PluginSession,
} from '../../rpc/plugin-session.ts';
import {
  pluginConfigService,
  pluginConfigServiceName,
} from '../../rpc/services/plugin-protocol.ts';
import { folderPrefix, temporaryPlace } from './leftovers.ts';
import { PluginLog } from './plugin-log.ts';
import { launchPlugin, type LaunchOptions, type PluginProcess } from './plugin-process.ts';

export interface RunOptions extends Omit<LaunchOptions, 'folder'> {
  readonly name: string;
  /** Services of the plugin's kind that the host can use, the newest first. */
  readonly wanted: readonly string[];
  readonly hostServices: HostServices;
  /** Where the folder of its sockets is made; the system's place for that unless told otherwise. */
  readonly temporary?: string;
}

/** A plugin's process together with the conversation with it: one life, which nothing brings back. */
export class RunningPlugin {
  readonly #process: PluginProcess;
  readonly #session: PluginSession;
  readonly #folder: string;
  readonly #options: RunOptions;

  private constructor(
    process: PluginProcess,
    session: PluginSession,
    folder: string,
    options: RunOptions,
  ) {
    this.#process = process;
    this.#session = session;
    this.#folder = folder;
    this.#options = options;
  }

  /** Starts the program, shakes hands and looks at what it serves. Throws FAILED_PRECONDITION. */
  static async start(options: RunOptions): Promise<RunningPlugin> {
    const folder = mkdtempSync(join(options.temporary ?? temporaryPlace(), folderPrefix));
    const forget = () => rmSync(folder, { recursive: true, force: true });
    let process: PluginProcess;
    try {
      process = await launchPlugin({ ...options, folder });
    } catch (error) {
      forget();
      throw failed('failed to launch plugin', error);
    }
    const { log, clock, hostServices, wanted, name } = options;
    const output = new PluginLog(log, clock);
    let session: PluginSession | undefined;
    try {
      session = await openPluginSession({
        socketPath: process.socketPath,
        folder,
        hostServices,
        onOutput: (text) => output.output(text),
        log,
        clock,
        signal: options.signal,
      });
      const running = new RunningPlugin(process, session, folder, options);
      running.#checkServices(wanted, name);
      return running;
    } catch (error) {
      process.kill();
      await process.ended;
      await session?.close();
      forget();
      throw failed('failed to initialize plugin', error);
    }
  }

  get pid(): number {
    return this.#process.pid;
  }

  get channel(): Channel {
    return this.#session.channel;
  }

  /** Resolves with how the process ended. */
  get ended(): Promise<string> {
    return this.#process.ended;
  }

  get isConfigurable(): boolean {
    return this.#session.services.includes(pluginConfigServiceName);
  }

  /** The plugin's own answer is the error, without the mark of the facades, as in SPIRE. */
  async configure(trustDomain: string, text: string): Promise<void> {
    const request = requestOf(trustDomain, text);
    const { signal } = this.#options;
    await this.channel.unary(pluginConfigService.Configure, request, {
      timeoutMs: configureMs,
      signal,
    });
  }

  /** What the plugin has to say about a configuration; nothing when it is good or cannot be asked. */
  async validate(trustDomain: string, text: string): Promise<readonly string[]> {
    if (!this.isConfigurable) return [];
    try {
      const request = requestOf(trustDomain, text);
      const { notes, valid } = await this.channel.unary(pluginConfigService.Validate, request, {
        timeoutMs: configureMs,
      });
      return notes.length === 0 && !valid ? ['the plugin calls its configuration invalid'] : notes;
    } catch (error) {
      if (error instanceof SpiffeError && error.code === 'UNIMPLEMENTED') return [];
      return [messageOf(error)];
    }
  }

  /** Asks it to end, waits a little, then ends it. */
  async stop(): Promise<void> {
    const { clock, log } = this.#options;
    await this.#session.shutdown();
    const tooLong = clock.after(exitMs, () => {
      log.warn('Plugin failed to exit gracefully', { pid: this.pid });
      this.#process.kill();
    });
    await this.ended;
    tooLong();
    this.#forget();
  }

  /** What is left to do when the process is gone. */
  async clear(): Promise<void> {
    await this.#session.close();
    this.#forget();
  }

  #forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #checkServices(wanted: readonly string[], name: string): void {
    const { services } = this.#session;
    const used = wanted.find((service) => services.includes(service));
    if (used === undefined) {
      const list = services.map((service) => JSON.stringify(service)).join(' ');
      throw new SpiffeError(
        'FAILED_PRECONDITION',
        `no supported plugin interface found in: [${list}]: plugin ${JSON.stringify(name)} must serve ${wanted.join(' or ')}`,
      );
    }
    for (const service of services) {
      if (wanted.includes(service) || service === pluginConfigServiceName) continue;
      this.#options.log.warn('Unsupported plugin service found', { service });
    }
  }
}

function requestOf(trustDomain: string, text: string) {
  return { core_configuration: { trust_domain: trustDomain }, hcl_configuration: text };
}

function failed(what: string, cause: unknown): SpiffeError {
  return new SpiffeError('FAILED_PRECONDITION', `${what}: ${messageOf(cause)}`, { cause });
}

const configureMs = 60_000;
const exitMs = 2_000;
