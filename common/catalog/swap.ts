import { messageOf } from '../errors/spiffe-error.ts';
import type { Logger } from '../log/logger.ts';
import { hashOfData, type PluginData } from './external/plugin-data.ts';
import type { Reconfigurable } from './plugin-runtime.ts';

/** An instance that is replaced when its configuration changes. */
export interface Current<Instance> {
  get(): Instance;
  /** Calls `listener` after each replacement until what is returned is called. */
  onSwap(listener: () => void): () => void;
}

interface SwapOptions<Instance> {
  readonly data: PluginData;
  /** Makes an instance of a configuration; throws when it is bad. The signal ends the instance. */
  readonly create: (text: string, signal: AbortSignal) => Promise<Instance>;
  readonly log: Logger;
}

/**
 * A built-in plugin whose configuration is a file: it is made anew when the file has changed. The
 * old one ends by its signal; a configuration that is refused leaves the old one in place.
 */
export class Swappable<Instance> implements Current<Instance>, Reconfigurable {
  readonly #options: SwapOptions<Instance>;
  readonly #listeners = new Set<() => void>();
  #instance: Instance;
  #hash: string;
  #life: AbortController;

  private constructor(
    options: SwapOptions<Instance>,
    instance: Instance,
    hash: string,
    life: AbortController,
  ) {
    this.#options = options;
    this.#instance = instance;
    this.#hash = hash;
    this.#life = life;
  }

  static async start<Instance>(options: SwapOptions<Instance>): Promise<Swappable<Instance>> {
    const text = options.data.load();
    const life = new AbortController();
    const instance = await options.create(text, life.signal);
    return new Swappable(options, instance, hashOfData(text), life);
  }

  get(): Instance {
    return this.#instance;
  }

  onSwap(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async reconfigure(): Promise<void> {
    const { create, data, log } = this.#options;
    const life = new AbortController();
    try {
      const text = data.load();
      const hash = hashOfData(text);
      if (hash === this.#hash) {
        log.info('Plugin not reconfigured since the config is unchanged', { hash });
        return;
      }
      this.#instance = await create(text, life.signal);
      log.info('Plugin reconfigured', { old_hash: this.#hash, new_hash: hash });
      this.#hash = hash;
    } catch (error) {
      life.abort(new Error(messageOf(error)));
      log.error('Failed to reconfigure plugin', { error });
      return;
    }
    this.#life.abort(new Error('replaced by a plugin of a new configuration'));
    this.#life = life;
    for (const listener of [...this.#listeners]) listener();
  }
}
