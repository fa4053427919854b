import { Backoff } from '../../clock/backoff.ts';
import type { Clock } from '../../clock/clock.ts';
import type { ErrorCode } from '../../errors/codes.ts';
import { hasCode, messageOf, SpiffeError } from '../../errors/spiffe-error.ts';
import type { Logger } from '../../log/logger.ts';
import type { CallOptions, ClientStream, Init, Method } from '../../rpc/contract.ts';
import type { PluginCalls } from './plugin-calls.ts';
import { facadeError, markStream, withFacadePrefix } from './facade-error.ts';
import { hashOfData, type PluginData } from './plugin-data.ts';
import { RunningPlugin, type RunOptions } from './running-plugin.ts';

export interface ExternalPluginOptions extends Omit<RunOptions, 'signal'> {
  readonly trustDomain: string;
  /** Undefined when nothing is configured. */
  readonly data: PluginData | undefined;
  /** Ends the wait for a program that does not come up. */
  readonly ending?: AbortSignal;
}

/**
 * A plugin in a process of its own, kept alive.
 *
 * - running: calls go to it;
 * - waiting: its process ended; calls fail UNAVAILABLE while it is started again, later each time it fails;
 * - stopped: by us; it stays so.
 *
 * A program that comes back is configured with what it took last. SPIRE leaves a dead plugin dead.
 */
export class ExternalPlugin implements PluginCalls {
  readonly type: string;
  readonly name: string;
  readonly #options: ExternalPluginOptions;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #ending = new AbortController();
  readonly #restarted = new Set<() => void>();
  #running: RunningPlugin | undefined;
  /** The configuration that the plugin took last; undefined when it takes none. */
  #accepted: string | undefined;
  #keeping: Promise<void> = Promise.resolve();
  /** Its file could not be given to it, as it was not there. */
  #owesConfiguration = false;

  private constructor(options: ExternalPluginOptions) {
    this.type = options.type;
    this.name = options.name;
    this.#options = options;
    this.#log = options.log;
    this.#clock = options.clock;
  }

  /** Starts and configures it; throws FAILED_PRECONDITION or what it says of its configuration. */
  static async start(options: ExternalPluginOptions): Promise<ExternalPlugin> {
    if (options.checksum === '') options.log.warn('Plugin checksum not configured');
    const plugin = new ExternalPlugin(options);
    plugin.#running = await plugin.#launch(options.data?.load());
    options.log.info('Plugin loaded', { pid: plugin.#running.pid });
    plugin.#keeping = plugin.#keepAlive(plugin.#running);
    return plugin;
  }

  /** Starts it, asks what it thinks of its configuration and stops it again. Throws when it cannot be started. */
  static async validate(options: ExternalPluginOptions): Promise<readonly string[]> {
    const { data, trustDomain } = options;
    const running = await RunningPlugin.start({ ...options, signal: new AbortController().signal });
    try {
      if (data !== undefined && !running.isConfigurable) return [noConfigService];
      return await running.validate(trustDomain, data?.load() ?? '');
    } finally {
      await running.stop();
    }
  }

  /** Calls the plugin. Errors have the facade's mark. */
  async unary<Request, Response>(
    method: Method<Request, Response>,
    request: Init<Request>,
    options: CallOptions & { readonly timeoutMs: number },
  ): Promise<Response> {
    const { channel } = this.#require();
    try {
      return await channel.unary(method, request, options);
    } catch (error) {
      throw withFacadePrefix(this, error);
    }
  }

  open<Request, Response>(
    method: Method<Request, Response>,
    options: CallOptions,
  ): ClientStream<Request, Response> {
    return markStream(this, this.#require().channel.open(method, options));
  }

  /** An error of ours about this plugin, marked. */
  error(code: ErrorCode, message: string): SpiffeError {
    return facadeError(this, code, message);
  }

  /** Calls `listener` each time the plugin came back. */
  onRestart(listener: () => void): void {
    this.#restarted.add(listener);
  }

  /**
   * Gives it its configuration file anew when that changed; what it refuses changes nothing. One that is
   * being started again, or ends meanwhile, gets it when it is back.
   */
  async reconfigure(): Promise<void> {
    const { data, trustDomain } = this.#options;
    if (data?.isDynamic !== true || this.#accepted === undefined) return;
    this.#owesConfiguration = this.#running === undefined && !this.#isEnding();
    if (this.#owesConfiguration) {
      this.#log.warn('Plugin is not running; it is reconfigured once it is started again');
      return;
    }
    const running = this.#running;
    try {
      const text = data.load();
      const [before, after] = [hashOfData(this.#accepted), hashOfData(text)];
      if (before === after) {
        this.#log.info('Plugin not reconfigured since the config is unchanged', { hash: after });
        return;
      }
      await this.#require().configure(trustDomain, text);
      this.#accepted = text;
      this.#log.info('Plugin reconfigured', { old_hash: before, new_hash: after });
    } catch (error) {
      this.#log.error('Failed to reconfigure plugin', { error });
      // Without an answer; if it was the end of the process, that shows a little later.
      this.#owesConfiguration = running !== this.#running || hasCode(error, 'UNAVAILABLE');
    }
  }

  async stop(): Promise<void> {
    this.#ending.abort(new Error('stopping'));
    await this.#running?.stop();
    this.#running = undefined;
    await this.#keeping;
    this.#log.info('Plugin unloaded');
  }

  async #launch(text: string | undefined): Promise<RunningPlugin> {
    const { name, trustDomain } = this.#options;
    const { ending = this.#ending.signal } = this.#options;
    const signal = AbortSignal.any([this.#ending.signal, ending]);
    const running = await RunningPlugin.start({ ...this.#options, signal });
    try {
      if (!running.isConfigurable) {
        if (text !== undefined) throw new SpiffeError('FAILED_PRECONDITION', noConfigService);
        return running;
      }
      await running.configure(trustDomain, text ?? '');
      this.#accepted = text ?? '';
      return running;
    } catch (cause) {
      await running.stop();
      const code = cause instanceof SpiffeError ? cause.code : 'INTERNAL';
      const message = `failed to configure plugin ${JSON.stringify(name)}: ${messageOf(cause)}`;
      throw new SpiffeError(code, message, { cause });
    }
  }

  /** Waits for the end of each life and begins the next, until it is stopped. */
  async #keepAlive(first: RunningPlugin): Promise<void> {
    const backoff = new Backoff({ initialMs: 1_000, maxMs: 60_000 });
    let running = first;
    let startedMs = this.#clock.monotonic();
    for (;;) {
      const reason = await running.ended;
      if (this.#isEnding()) return;
      this.#running = undefined;
      this.#log.error('Plugin process exited', { pid: running.pid, reason });
      await running.clear();
      if (this.#clock.monotonic() - startedMs > steadyMs) backoff.reset();
      const next = await this.#startAgain(backoff);
      if (next === undefined) return;
      running = next;
      startedMs = this.#clock.monotonic();
    }
  }

  async #startAgain(backoff: Backoff): Promise<RunningPlugin | undefined> {
    const { signal } = this.#ending;
    while (!this.#isEnding()) {
      try {
        await this.#clock.sleep(backoff.next(), signal);
        const running = await this.#launch(this.#accepted);
        if (this.#isEnding()) {
          await running.stop();
          return undefined;
        }
        this.#running = running;
        this.#log.info('Plugin started again', { pid: running.pid });
        for (const listener of this.#restarted) listener();
        if (this.#owesConfiguration) void this.reconfigure();
        return running;
      } catch (error) {
        if (!this.#isEnding()) this.#log.error('Failed to start plugin again', { error });
      }
    }
    return undefined;
  }

  #isEnding(): boolean {
    return this.#ending.signal.aborted;
  }

  #require(): RunningPlugin {
    if (this.#running !== undefined) return this.#running;
    const what = this.#isEnding() ? 'stopped' : 'not running; it is being started again';
    throw this.error('UNAVAILABLE', `plugin is ${what}`);
  }
}

const noConfigService = 'no supported configuration interface found';
/** A plugin that lived longer than this starts again without a long wait. */
const steadyMs = 60_000;
