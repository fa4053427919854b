import type { SpiffeId } from '../../../common/spiffe/spiffe-id.ts';

/** What an agent should ask for again. */
export interface Notice {
  readonly entries: boolean;
  readonly bundles: boolean;
}

/** The open watch of one agent. What it is told while nobody takes it adds up to one notice. */
export class Watch {
  readonly agentId: SpiffeId;
  #notice: Notice | undefined;
  #ending: { readonly error?: Error } | undefined;
  #wake: (() => void) | undefined;

  constructor(agentId: SpiffeId) {
    this.agentId = agentId;
  }

  tell({ entries, bundles }: Notice): void {
    this.#notice = {
      entries: entries || this.#notice?.entries === true,
      bundles: bundles || this.#notice?.bundles === true,
    };
    this.#wake?.();
  }

  /** Ends it, with a reason or in peace; what was told last is not delivered any more. */
  end(error?: Error): void {
    this.#ending ??= error === undefined ? {} : { error };
    this.#wake?.();
  }

  /**
   * The next notice; undefined when the watch was ended in peace or the signal is aborted. Throws the
   * reason for which it was ended.
   */
  async next(signal: AbortSignal): Promise<Notice | undefined> {
    for (;;) {
      if (signal.aborted) return undefined;
      if (this.#ending?.error !== undefined) throw this.#ending.error;
      if (this.#ending !== undefined) return undefined;
      const notice = this.#notice;
      this.#notice = undefined;
      if (notice !== undefined) return notice;
      await this.#changed(signal);
    }
  }

  async #changed(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#wake = wake;
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    this.#wake = undefined;
    signal.removeEventListener('abort', wake);
  }
}
