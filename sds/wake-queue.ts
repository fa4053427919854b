import type { Clock } from '../common/clock/clock.ts';

/** A stream that waits for a moment. */
export interface Wakeable {
  tick(): void;
}

/**
 * One timer for all streams. Most wait for the answer to a response and get it at once, so to wait costs
 * an entry in a map, and to stop waiting takes it out again; the timer stays and finds nothing due.
 */
export class WakeQueue {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #due = new Map<Wakeable, number>();
  #timerAtMs = Infinity;
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>) {
    this.#clock = clock;
  }

  /** Wakes it at this moment of the monotonic clock instead of the one set before; undefined waits for nothing. */
  set(sleeper: Wakeable, atMs: number | undefined): void {
    if (atMs === undefined) {
      this.#due.delete(sleeper);
      return;
    }
    this.#due.set(sleeper, atMs);
    if (atMs < this.#timerAtMs) this.#arm(atMs);
  }

  #arm(atMs: number): void {
    this.#cancel?.();
    this.#timerAtMs = atMs;
    // Timers count whole milliseconds: one that rings early would ring again at once.
    const leftMs = Math.ceil(atMs - this.#clock.monotonic());
    this.#cancel = this.#clock.after(leftMs, () => this.#wake());
  }

  #wake(): void {
    const dueMs = this.#timerAtMs;
    this.#timerAtMs = Infinity;
    const awake = [...this.#due].filter(([, atMs]) => atMs <= dueMs);
    for (const [sleeper] of awake) this.#due.delete(sleeper);
    for (const [sleeper] of awake) sleeper.tick();
    let next = Infinity;
    // Not as arguments: there may be more streams than a call may have of those.
    for (const atMs of this.#due.values()) next = Math.min(next, atMs);
    if (next < this.#timerAtMs) this.#arm(next);
  }
}
