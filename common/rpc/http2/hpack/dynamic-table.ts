/** What an entry costs beyond its text (RFC 7541 §4.1). */
export const entryOverheadBytes = 32;

/** The dynamic table of a decoder: newest entry first, bounded in bytes (RFC 7541 §2.3.2, §4). */
export class DynamicTable {
  #maxBytes: number;
  #bytes = 0;
  /** Oldest first; entries before `#first` are evicted. Names and values alternate. */
  #texts: string[] = [];
  #first = 0;
  /** Grows with every change; equal versions mean equal tables. */
  version = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get length(): number {
    return (this.#texts.length - this.#first) / 2;
  }

  /** The name of the entry at `index`, 0 being the newest; undefined beyond the end. */
  nameAt(index: number): string | undefined {
    return index < this.length ? this.#texts[this.#texts.length - 2 * index - 2] : undefined;
  }

  valueAt(index: number): string | undefined {
    return index < this.length ? this.#texts[this.#texts.length - 2 * index - 1] : undefined;
  }

  /** An entry larger than the table empties it, and that is no fault (RFC 7541 §4.4). */
  add(name: string, value: string): void {
    this.version++;
    const cost = name.length + value.length + entryOverheadBytes;
    this.#evictTo(this.#maxBytes - cost);
    if (cost > this.#maxBytes) return;
    this.#texts.push(name, value);
    this.#bytes += cost;
  }

  resize(maxBytes: number): void {
    this.version++;
    this.#maxBytes = maxBytes;
    this.#evictTo(maxBytes);
  }

  #evictTo(bytes: number): void {
    while (this.#bytes > bytes && this.#first < this.#texts.length) {
      const name = this.#texts[this.#first] as string;
      const value = this.#texts[this.#first + 1] as string;
      this.#bytes -= name.length + value.length + entryOverheadBytes;
      this.#first += 2;
    }
    // Evicted texts must not live on; moving half of an array at a time costs little per entry.
    if (this.#first * 2 >= this.#texts.length && this.#first > 0) {
      this.#texts = this.#texts.slice(this.#first);
      this.#first = 0;
    }
  }
}
