/**
 * Bytes of known final length that arrive in parts. It grows with what has arrived, not with what was
 * announced: a peer that promises much and sends little costs little.
 */
export class GrowingBuffer {
  readonly #length: number;
  #bytes: Buffer;
  #filled = 0;

  constructor(length: number, firstBytes: number) {
    this.#length = length;
    // Not from the pool: a piece that lives long would keep its neighbours alive.
    this.#bytes = Buffer.allocUnsafeSlow(Math.min(length, firstBytes));
  }

  get capacity(): number {
    return this.#bytes.length;
  }

  /** Takes what is still wanted of `from`; returns where it stopped. */
  take(from: Buffer, start: number, end: number): number {
    const stop = Math.min(end, start + this.#length - this.#filled);
    const needed = this.#filled + stop - start;
    if (needed > this.#bytes.length) this.#grow(needed);
    from.copy(this.#bytes, this.#filled, start, stop);
    this.#filled = needed;
    return stop;
  }

  /** All bytes once they are there, else undefined. */
  full(): Buffer | undefined {
    return this.#filled === this.#length ? this.#bytes : undefined;
  }

  #grow(needed: number): void {
    const size = Math.min(this.#length, Math.max(needed, 2 * this.#bytes.length));
    const larger = Buffer.allocUnsafeSlow(size);
    this.#bytes.copy(larger, 0, 0, this.#filled);
    this.#bytes = larger;
  }
}
