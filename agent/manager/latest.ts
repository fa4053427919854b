/** A queue of depth one: a newer value replaces one that was not read yet. */
export class Latest<T> {
  #value: { readonly value: T } | undefined;
  #wake: (() => void) | undefined;
  #ended = false;
  #failure: { readonly error: unknown } | undefined;

  put(value: T): void {
    this.#value = { value };
    this.#wake?.();
  }

  /** Nothing more comes; what was put last is still read. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Whoever reads gets this error, after which nothing more comes. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#wake?.();
  }

  /** Yields values until the signal is aborted, or the end was told, then ends. */
  async *read(signal: AbortSignal): AsyncGenerator<T, undefined> {
    const wake = () => this.#wake?.();
    signal.addEventListener('abort', wake);
    try {
      for (;;) {
        if (this.#failure !== undefined) throw this.#failure.error;
        if (signal.aborted) return undefined;
        if (this.#value === undefined) {
          if (this.#ended) return undefined;
          await this.#next();
          continue;
        }
        const { value } = this.#value;
        this.#value = undefined;
        yield value;
      }
    } finally {
      signal.removeEventListener('abort', wake);
    }
  }

  async #next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => resolve(undefined);
    await promise;
    this.#wake = undefined;
  }
}
