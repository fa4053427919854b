import type { Clock } from '../common/clock/clock.ts';

/** One timer for the earliest thing that a stream waits for. */
export class WakeTimer {
  readonly #clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly #run: () => void;
  #atMs: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'monotonic' | 'after'>, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Runs at this moment of the monotonic clock instead of the one set before; undefined waits for nothing. */
  set(atMs: number | undefined): void {
    if (atMs === this.#atMs) return;
    this.cancel();
    if (atMs === undefined) return;
    this.#atMs = atMs;
    // Timers count whole milliseconds: one that rings early would ring again at once.
    this.#cancel = this.#clock.after(Math.ceil(atMs - this.#clock.monotonic()), () => {
      this.#atMs = undefined;
      this.#run();
    });
  }

  cancel(): void {
    this.#cancel?.();
    this.#atMs = undefined;
    this.#cancel = undefined;
  }
}
