import type { Encoded } from '../../../common/rpc/contract.ts';

/**
 * Encoded answers that belong to objects which never change. They are kept while their owner lives, as
 * long as all of them together are small enough; beyond that an answer is made each time. Nothing is
 * thrown out for another: of more agents than fit, some are always cheap and none by turns.
 */
export class KeptAnswers {
  readonly #mostBytes: number;
  readonly #byOwner = new WeakMap<object, Map<string, Uint8Array>>();
  readonly #gone = new FinalizationRegistry<{ bytes: number }>((kept) => {
    this.#bytes -= kept.bytes;
  });
  readonly #sizes = new WeakMap<object, { bytes: number }>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** How much is kept at the moment. */
  get bytes(): number {
    return this.#bytes;
  }

  of(owner: object, key: string, make: () => Uint8Array): Encoded {
    const known = this.#byOwner.get(owner)?.get(key);
    if (known !== undefined) return known;
    const made = make();
    if (this.#bytes + made.length <= this.#mostBytes) this.#keep(owner, key, made);
    return made;
  }

  #keep(owner: object, key: string, answer: Uint8Array): void {
    const answers = this.#byOwner.get(owner) ?? new Map<string, Uint8Array>();
    // A client that invents masks fills its own share and no more.
    if (answers.size >= mostOfOne) return;
    this.#byOwner.set(owner, answers.set(key, answer));
    const size = this.#sizes.get(owner) ?? { bytes: 0 };
    if (size.bytes === 0) {
      this.#sizes.set(owner, size);
      this.#gone.register(owner, size);
    }
    size.bytes += answer.length;
    this.#bytes += answer.length;
  }
}

/** Pages of revisions of an agent with 100,000 entries. */
const mostOfOne = 200;
