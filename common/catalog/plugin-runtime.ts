import type { Clock } from '../clock/clock.ts';
import type { PluginBlock } from '../config/plugins.ts';
import { messageOf, SpiffeError } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import type { HostServices } from '../rpc/plugin-session.ts';
import { noMetrics, type Metrics } from '../telemetry/metrics.ts';
import type { ExternalPlugin, ExternalPluginOptions } from './external/external-plugin.ts';
import { removeLeftovers, temporaryPlace } from './external/leftovers.ts';
import { pluginDataOf } from './external/plugin-data.ts';

/** What a program has of its own for its plugins. */
export interface RuntimeParts {
  readonly clock: Clock;
  readonly log: Logger;
  /** What external plugins inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly metrics?: Metrics;
  /** Aborted when the program is told to end, also while it still starts. */
  readonly ending?: AbortSignal;
}

/** What external plugins may call; made for each of them. */
type MakeHostServices = (metrics: Metrics, clock: Clock) => HostServices | Promise<HostServices>;

/** Something whose configuration may change while the program runs. Logs what goes wrong, never throws. */
export interface Reconfigurable {
  reconfigure(): Promise<void>;
}

/** The plugins of one running program that have processes or files to look after. */
export class PluginRuntime {
  readonly #trustDomain: string;
  readonly #parts: RuntimeParts;
  readonly #hostServices: MakeHostServices;
  readonly #log: Logger;
  readonly #externals: ExternalPlugin[] = [];
  readonly #reconfigurables: Reconfigurable[] = [];
  #reconfiguring: Promise<void> = Promise.resolve();
  #cleaned: Promise<void> | undefined;

  constructor(trustDomain: string, parts: RuntimeParts, hostServices: MakeHostServices) {
    this.#trustDomain = trustDomain;
    this.#parts = parts;
    this.#hostServices = hostServices;
    this.#log = parts.log.child({ subsystem_name: 'catalog' });
  }

  /** Starts an external plugin, which ends with the runtime. `wanted` names services it may serve. */
  async startExternal(block: PluginBlock, wanted: readonly string[]): Promise<ExternalPlugin> {
    const { ending } = this.#parts;
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
    return this.#log.child({ plugin_name: name, plugin_type: type });
  }

  /** Gives every plugin whose configuration file changed the new one, in the order of their start. */
  reconfigure(): Promise<void> {
    this.#log.info('Reconfigure signal received');
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
    try {
      for (const path of await removeLeftovers(temporaryPlace(), this.#parts.clock.now())) {
        this.#log.info('Removed the folder of a plugin whose host was killed', { path });
      }
    } catch (error) {
      this.#log.warn('Failed to look for folders of plugins whose host was killed', { error });
    }
  }

  async #settings(block: PluginBlock, wanted: readonly string[]): Promise<ExternalPluginOptions> {
    const { clock, ending, env, metrics = noMetrics } = this.#parts;
    const { name, type } = block;
    return {
      type,
      name,
      command: block.plugin_cmd ?? '',
      args: block.plugin_args,
      checksum: block.plugin_checksum ?? '',
      data: pluginDataOf(block),
      wanted,
      trustDomain: this.#trustDomain,
      env,
      hostServices: await this.#hostServices(metrics, clock),
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
