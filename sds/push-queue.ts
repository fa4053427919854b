import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../common/clock/clock.ts';

/** A stream that has something to look at. */
export interface Pushable {
  /** What is on offer changed for it. */
  refresh(): void;
}

/** What a new view touches, in the order in which it must go out. */
export interface Touched {
  readonly bundles: Iterable<Pushable>;
  readonly certificates: Iterable<Pushable>;
}

/** A connection with a newer view. */
export interface Publisher {
  /** Takes the newest view into use and tells whom it touches. */
  publish(): Touched;
}

/**
 * Gathers what changes at about the same time on all connections, then pushes: all bundles first, then
 * certificates, in turns of some milliseconds, so that a large node stays responsive.
 */
export class PushQueue {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #coalesceMs: number;
  readonly #onFailure: (error: unknown) => void;
  #waiting = new Set<Publisher>();
  #busy = false;

  constructor(
    clock: Pick<Clock, 'monotonic' | 'after'>,
    coalesceMs: number,
    onFailure: (error: unknown) => void,
  ) {
    this.#clock = clock;
    this.#coalesceMs = coalesceMs;
    this.#onFailure = onFailure;
  }

  add(publisher: Publisher): void {
    this.#waiting.add(publisher);
    if (this.#busy) return;
    this.#busy = true;
    this.#clock.after(this.#coalesceMs, () => void this.#run());
  }

  remove(publisher: Publisher): void {
    this.#waiting.delete(publisher);
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.size > 0) await this.#push();
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#busy = false;
    }
  }

  async #push(): Promise<void> {
    const publishers = this.#waiting;
    this.#waiting = new Set();
    const bundles: Pushable[] = [];
    const certificates: Pushable[] = [];
    for (const publisher of publishers) {
      const touched = publisher.publish();
      bundles.push(...touched.bundles);
      certificates.push(...touched.certificates);
    }
    let turnEndsMs = this.#clock.monotonic() + turnMs;
    for (const stream of [...bundles, ...certificates]) {
      stream.refresh();
      if (this.#clock.monotonic() < turnEndsMs) continue;
      await nextTurn();
      turnEndsMs = this.#clock.monotonic() + turnMs;
    }
  }
}

/** Long enough for the streams of most nodes: answers that come meanwhile would only hold up those that still wait. */
const turnMs = 10;
