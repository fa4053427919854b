import type { IdentityView } from '../common/spiffe/identity-view.ts';
import type { IdentitySource } from '../sds/identity-source.ts';

/** An identity source that a test publishes to; the newest view wins. */
export class FakeIdentitySource implements IdentitySource {
  readonly selectorsKey?: string;
  readonly wanted: string[] = [];
  #view: IdentityView | undefined;
  #failure: Error | undefined;
  #ended = false;
  readonly #wakes = new Set<() => void>();

  constructor(view?: IdentityView, selectorsKey?: string) {
    this.#view = view;
    if (selectorsKey !== undefined) this.selectorsKey = selectorsKey;
  }

  current(): IdentityView | undefined {
    return this.#view;
  }

  want(name: string): void {
    this.wanted.push(name);
  }

  publish(view: IdentityView): void {
    this.#view = view;
    this.#wake();
  }

  /** Attestation failed for good. */
  fail(error: Error): void {
    this.#failure = error;
    this.#wake();
  }

  /** The caller is gone. */
  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *views(signal: AbortSignal): AsyncIterable<IdentityView> {
    let seen: IdentityView | undefined;
    while (!signal.aborted) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#ended) return;
      if (this.#view !== undefined && this.#view !== seen) {
        seen = this.#view;
        yield seen;
      } else await this.#change(signal);
    }
  }

  async #change(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#wakes.add(wake);
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    this.#wakes.delete(wake);
    signal.removeEventListener('abort', wake);
  }

  #wake(): void {
    for (const wake of [...this.#wakes]) wake();
  }
}
