/** Things to do at a time, earliest first: a binary heap, so that an idle agent only peeks. */
export class Schedule<T> {
  readonly #heap: { readonly atMs: number; readonly item: T }[] = [];

  get nextMs(): number | undefined {
    return this.#heap[0]?.atMs;
  }

  add(atMs: number, item: T): void {
    const heap = this.#heap;
    let at = heap.push({ atMs, item }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#at(parent) <= this.#at(at)) break;
      this.#swap(parent, at);
      at = parent;
    }
  }

  /** Removes and returns what is due, in order of time. */
  *takeDue(nowMs: number): Generator<T> {
    for (let next = this.nextMs; next !== undefined && next <= nowMs; next = this.nextMs) {
      yield this.#pop();
    }
  }

  #pop(): T {
    const heap = this.#heap;
    this.#swap(0, heap.length - 1);
    const top = heap.pop();
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const child = this.#at(left + 1) < this.#at(left) ? left + 1 : left;
      if (this.#at(at) <= this.#at(child)) break;
      this.#swap(at, child);
      at = child;
    }
    if (top === undefined) throw new Error('the schedule is empty');
    return top.item;
  }

  #at(index: number): number {
    return this.#heap[index]?.atMs ?? Infinity;
  }

  #swap(a: number, b: number): void {
    const [one, two] = [this.#heap[a], this.#heap[b]];
    if (one === undefined || two === undefined) return;
    this.#heap[a] = two;
    this.#heap[b] = one;
  }
}
