import type { Clock } from './clock.ts';

/**
 * Lets one loop sleep until a time has passed or somebody rings, whatever comes first. A ring while
 * nobody waits is remembered, so that no wake-up is lost.
 */
export class Alarm {
  readonly #clock: Pick<Clock, 'after'>;
  #rung = false;
  #wake: (() => void) | undefined;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  ring(): void {
    this.#rung = true;
    this.#wake?.();
  }

  /** True when it was rung, false when the time passed. Rejects with the reason of the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    if (!this.#rung) await this.#sleep(ms, signal);
    signal.throwIfAborted();
    const rung = this.#rung;
    this.#rung = false;
    return rung;
  }

  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    const cancel = this.#clock.after(ms, wake);
    this.#wake = wake;
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    cancel();
    this.#wake = undefined;
    signal.removeEventListener('abort', wake);
  }
}
