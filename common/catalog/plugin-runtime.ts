import type { Clock } from '../clock/clock.ts';
import type { PluginBlock } from '../config/plugins.ts';
import { messageOf, SpiffeError } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import type { HostServices } from '../rpc/plugin-session.ts';
import type { ExternalPlugin, ExternalPluginOptions } from './external/external-plugin.ts';
import { removeLeftovers, temporaryPlace } from './external/leftovers.ts';
import { pluginDataOf } from './external/plugin-data.ts';

interface PluginRuntimeOptions {
  readonly trustDomain: string;
  readonly clock: Clock;
  readonly log: Logger;
  /** What external plugins inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What external plugins may call; made for each of them. */
  readonly hostServices: () => HostServices | Promise<HostServices>;
  /** Aborted when the program is told to end, also while it still starts. */
  readonly ending?: AbortSignal;
}

/** Something whose configuration may change while the program runs. Logs what goes wrong, never throws. */
export interface Reconfigurable {
  reconfigure(): Promise<void>;
}

/** The plugins of one running program that have processes or files to look after. */
export class PluginRuntime {
  readonly #options: PluginRuntimeOptions;
  readonly #externals: ExternalPlugin[] = [];
  readonly #reconfigurables: Reconfigurable[] = [];
  #reconfiguring: Promise<void> = Promise.resolve();
  #cleaned: Promise<void> | undefined;

  constructor(options: PluginRuntimeOptions) {
    this.#options = options;
  }

  /** Starts an external plugin, which ends with the runtime. `wanted` names services it may serve. */
  async startExternal(block: PluginBlock, wanted: readonly string[]): Promise<ExternalPlugin> {
    const { ending } = this.#options;
    await (this.#cleaned ??= this.#cleanUp());
    const start = async () => {
      const { ExternalPlugin } = await loadExternalPlugin();
      return ExternalPlugin.start(await this.#settings(block, wanted));
    };
    const plugin = await loading(block, start).catch((error: unknown) => {
      ending?.throwIfAborted();
      throw error;
    });
    this.#externals.push(plugin);
    this.add(plugin);
    return plugin;
  }

  /** What an external plugin says of its configuration; it is started for the question only. */
  validateExternal(block: PluginBlock, wanted: readonly string[]): Promise<readonly string[]> {
    return loading(block, async () => {
      const { ExternalPlugin } = await loadExternalPlugin();
      return ExternalPlugin.validate(await this.#settings(block, wanted));
    });
  }

  add(reconfigurable: Reconfigurable): void {
    this.#reconfigurables.push(reconfigurable);
  }

  /** The log of one plugin. */
  logOf({ name, type }: Pick<PluginBlock, 'name' | 'type'>): Logger {
    return this.#options.log.child({ plugin_name: name, plugin_type: type });
  }

  /** Gives every plugin whose configuration file changed the new one, in the order of their start. */
  reconfigure(): Promise<void> {
    this.#options.log.info('Reconfigure signal received');
    this.#reconfiguring = this.#reconfiguring.then(async () => {
      for (const one of this.#reconfigurables) await one.reconfigure();
    });
    return this.#reconfiguring;
  }

  /** Ends all external plugins at once. */
  async stop(): Promise<void> {
    await Promise.all(
      this.#externals.splice(0).map(async (plugin) => {
        try {
          await plugin.stop();
        } catch (error) {
          this.logOf(plugin).error('Failed to unload plugin', { error });
        }
      }),
    );
  }

  /** What a killed program left behind is no reason not to start. */
  async #cleanUp(): Promise<void> {
    const { clock, log } = this.#options;
    try {
      for (const path of await removeLeftovers(temporaryPlace(), clock.now())) {
        log.info('Removed the folder of a plugin whose host was killed', { path });
      }
    } catch (error) {
      log.warn('Failed to look for folders of plugins whose host was killed', { error });
    }
  }

  async #settings(block: PluginBlock, wanted: readonly string[]): Promise<ExternalPluginOptions> {
    const { clock, ending, env, hostServices, trustDomain } = this.#options;
    const { name, type } = block;
    return {
      type,
      name,
      command: block.plugin_cmd ?? '',
      args: block.plugin_args,
      checksum: block.plugin_checksum ?? '',
      data: pluginDataOf(block),
      wanted,
      trustDomain,
      env,
      hostServices: await hostServices(),
      log: this.logOf(block),
      clock,
      ...(ending !== undefined && { ending }),
    };
  }
}

/** Few programs have external plugins, and what speaks to them is half a megabyte. */
function loadExternalPlugin() {
  return import('./external/external-plugin.ts');
}

async function loading<T>({ name }: PluginBlock, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const text = messageOf(cause);
    if (text.startsWith('failed to configure plugin')) throw cause;
    const code = cause instanceof SpiffeError ? cause.code : 'INTERNAL';
    const message = `failed to load plugin ${JSON.stringify(name)}: ${text}`;
    throw new SpiffeError(code, message, { cause });
  }
}
