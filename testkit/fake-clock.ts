import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemClock, type Clock } from '../common/clock/clock.ts';

interface Timer {
  readonly due: number;
  readonly order: number;
  readonly run: () => void;
}

/** A clock that moves only by `advance`; timers fire in order of their due time. */
export class FakeClock implements Clock {
  #now: number;
  /** How far the wall clock is ahead of the steady one. */
  #jumpedMs = 0;
  #order = 0;
  readonly #timers = new Set<Timer>();

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#now = startMs;
  }

  now(): number {
    return this.#now + this.#jumpedMs;
  }

  monotonic(): number {
    return this.#now;
  }

  /** How many timers wait; tests use it to see that a loop went to sleep, or that none leaked. */
  get pending(): number {
    return this.#timers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        cancel();
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      const cancel = this.after(ms, () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  }

  after(ms: number, run: () => void): () => void {
    const timer = { due: this.#now + Math.max(ms, 0), order: this.#order++, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Moves time forward, firing what is due; promise reactions run between timers. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settle();
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, timer.due);
      timer.run();
      await settle();
    }
    this.#now = end;
  }

  /** Sets the wall clock alone, either way, as whoever corrects a wrong one does. */
  jump(ms: number): void {
    this.#jumpedMs += ms;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers]
      .filter((timer) => timer.due <= end)
      .sort((a, b) => a.due - b.due || a.order - b.order)
      .at(0);
  }
}

/**
 * Lets real work end, as of the thread pool that makes keys, which no turn of the loop can be counted for.
 * Throws when a minute of real time was not enough.
 */
export async function until(isTrue: () => boolean): Promise<void> {
  const end = systemClock.monotonic() + 60_000;
  while (!isTrue()) {
    if (systemClock.monotonic() > end)
      throw new Error(`after a minute still not: ${String(isTrue)}`);
    await nextTurn();
  }
}

/** Lets promise reactions and already queued I/O callbacks run. */
export async function settle(turns = 5): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
}
