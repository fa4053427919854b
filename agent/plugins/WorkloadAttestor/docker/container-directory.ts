import { formatDuration } from '../../../../common/config/duration.ts';
import type { Clock } from '../../../../common/clock/clock.ts';
import { hasCode, messageOf } from '../../../../common/errors/spiffe-error.ts';
import type { Logger } from '../../../../common/log/logger.ts';
import { parseContainer, parseImageId, type Container } from './container.ts';

/** The questions for one engine; undefined answers mean that there is no such thing. */
interface Engine {
  readonly address: string;
  inspectContainer(id: string): Promise<unknown>;
  inspectImage(name: string): Promise<unknown>;
}

interface ContainerDirectoryOptions {
  readonly engine: Engine;
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly log: Logger;
}

interface Known {
  readonly container: Container;
  readonly atMs: number;
}

/**
 * Containers of one engine. What an ID stands for never changes, so an answer is used for a while,
 * and for longer when the engine is away: a restart of it costs no one an identity. All who ask for
 * the same container share one request.
 */
export class ContainerDirectory {
  readonly #options: ContainerDirectoryOptions;
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, Promise<Container | undefined>>();

  constructor(options: ContainerDirectoryOptions) {
    this.#options = options;
  }

  get address(): string {
    return this.#options.engine.address;
  }

  /** Undefined when the engine has no such container. Throws UNAVAILABLE when it cannot tell. */
  async find(id: string): Promise<Container | undefined> {
    const known = this.#known.get(id);
    const ageMs = this.#options.clock.monotonic() - (known?.atMs ?? -Infinity);
    return ageMs < freshMs ? known?.container : this.refresh(id);
  }

  /** As `find`, but asks the engine, for a container that may have been restarted since. */
  refresh(id: string): Promise<Container | undefined> {
    const running = this.#asked.get(id);
    if (running !== undefined) return running;
    const asking = this.#ask(id).finally(() => this.#asked.delete(id));
    this.#asked.set(id, asking);
    return asking;
  }

  async #ask(id: string): Promise<Container | undefined> {
    try {
      const container = await this.#inspect(id);
      if (container === undefined) this.#known.delete(id);
      else this.#remember(container);
      return container;
    } catch (error) {
      const known = this.#known.get(id);
      if (known === undefined) throw error;
      this.#options.log.warn('Container engine is away; using what it said before', {
        address: this.address,
        error,
      });
      return known.container;
    }
  }

  /** SPIRE 1.15: tried again after 100, 200 and 400 ms. */
  async #inspect(id: string): Promise<Container | undefined> {
    const { clock, engine, log } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await engine.inspectContainer(id);
        if (answer === undefined) return undefined;
        return await this.#withImageId(parseContainer(answer, id));
      } catch (error) {
        const waitMs = retryMs[attempt];
        // What was said before is as good as what a later attempt would bring.
        if (this.#known.has(id)) throw error;
        if (waitMs === undefined || !hasCode(error, 'UNAVAILABLE')) throw error;
        log.debug('Failed to inspect a container; trying again', {
          retry_interval: formatDuration(Math.round(waitMs)),
          reason: messageOf(error),
        });
        await clock.sleep(waitMs);
      }
    }
  }

  /** Engines that do not tell the image's ID with the container are asked by its name. */
  async #withImageId(container: Container): Promise<Container> {
    if (container.imageId !== undefined || container.image === '') return container;
    try {
      const imageId = parseImageId(await this.#options.engine.inspectImage(container.image));
      return { ...container, imageId };
    } catch (error) {
      // SPIRE 1.15: what the image is called is enough.
      this.#options.log.debug('Failed to inspect an image', {
        name: container.image,
        reason: messageOf(error),
      });
      return container;
    }
  }

  #remember(container: Container): void {
    this.#known.delete(container.id);
    this.#known.set(container.id, { container, atMs: this.#options.clock.monotonic() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > knownLimit && oldest !== undefined) this.#known.delete(oldest);
  }
}

const freshMs = 30_000;
const knownLimit = 1024;
const retryMs = [100, 200, 400];
