import type { Http2Limits } from './http2-limits.ts';

/** Counts what is received and not yet read, on all connections of a server. */
export class HeldBytes {
  readonly #limits: Http2Limits;
  #total = 0;

  constructor(limits: Http2Limits) {
    this.#limits = limits;
  }

  get total(): number {
    return this.#total;
  }

  /** Adds what a connection holds more; `ofConnection` is all of its own. False when that is too much. */
  add(bytes: number, ofConnection: number): boolean {
    this.#total += bytes;
    const { maxHeldBytes, maxHeldBytesInTotal, fairHeldBytes } = this.#limits;
    if (ofConnection > maxHeldBytes) return false;
    // One user who holds a lot must not take the last bytes of those who hold little.
    return this.#total <= maxHeldBytesInTotal || ofConnection <= fairHeldBytes;
  }
}
