import type { Clock } from '../common/clock/clock.ts';

/** One timer for the earliest thing that a stream waits for. */
export class WakeTimer {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  readonly #run: () => void;
  #atMs: number | undefined;
  #cancel: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'now' | 'after'>, run: () => void) {
    this.#clock = clock;
    this.#run = run;
  }

  /** Runs at this moment instead of the one set before; undefined waits for nothing. */
  set(atMs: number | undefined): void {
    if (atMs === this.#atMs) return;
    this.cancel();
    if (atMs === undefined) return;
    this.#atMs = atMs;
    this.#cancel = this.#clock.after(atMs - this.#clock.now(), () => {
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
