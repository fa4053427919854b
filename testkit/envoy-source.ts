import type { IdentityView } from '../common/spiffe/identity-view.ts';
import type { IdentitySource, ViewReader } from '../sds/identity-source.ts';

/** An identity source that a test publishes to; the newest view wins. */
export class FakeIdentitySource implements IdentitySource {
  readonly selectorsKey?: string;
  readonly wanted: string[] = [];
  #view: IdentityView | undefined;
  #failure: Error | undefined;
  #ended = false;
  readonly #readers = new Set<ViewReader>();

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
    for (const reader of [...this.#readers]) reader.view(view);
  }

  /** Attestation failed for good. */
  fail(error: Error): void {
    this.#failure = error;
    this.#endAll();
  }

  /** The caller is gone. */
  end(): void {
    this.#ended = true;
    this.#endAll();
  }

  follow(reader: ViewReader): () => void {
    if (this.#failure !== undefined || this.#ended) {
      reader.ended(this.#failure);
      return () => undefined;
    }
    this.#readers.add(reader);
    if (this.#view !== undefined) reader.view(this.#view);
    return () => void this.#readers.delete(reader);
  }

  #endAll(): void {
    const readers = [...this.#readers];
    this.#readers.clear();
    for (const reader of readers) reader.ended(this.#failure);
  }
}
