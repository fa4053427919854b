import type { Clock } from '../../../common/clock/clock.ts';
import type { Notice, Watch } from './watch.ts';

/**
 * Tells watches. Few are told at once; many one after another over some hundred milliseconds, so that
 * a fleet does not come to ask in the same moment.
 */
export class FanOut {
  readonly #clock: Clock;
  /** Those still to be told, the longest waiting first. */
  readonly #queue = new Map<Watch, Notice>();
  #endsMs = 0;
  #isTicking = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  tell(notices: ReadonlyMap<Watch, Notice>): void {
    if (notices.size <= atOnce) {
      for (const [watch, notice] of notices) watch.tell(notice);
      return;
    }
    for (const [watch, notice] of notices) {
      this.#queue.set(watch, merge(this.#queue.get(watch), notice));
    }
    this.#endsMs = this.#clock.monotonic() + spreadMs(this.#queue.size);
    if (!this.#isTicking) this.#tick();
  }

  /** Forgets a watch that is over. */
  forget(watch: Watch): void {
    this.#queue.delete(watch);
  }

  #tick(): void {
    const ticksLeft = Math.ceil((this.#endsMs - this.#clock.monotonic()) / tickMs);
    let share = Math.ceil(this.#queue.size / Math.max(ticksLeft, 1));
    for (const [watch, notice] of this.#queue) {
      if (share-- === 0) break;
      this.#queue.delete(watch);
      watch.tell(notice);
    }
    this.#isTicking = this.#queue.size > 0;
    if (this.#isTicking) this.#clock.after(tickMs, () => this.#tick());
  }
}

export function merge(before: Notice | undefined, notice: Notice): Notice {
  return {
    entries: notice.entries || before?.entries === true,
    bundles: notice.bundles || before?.bundles === true,
  };
}

/** A tenth of a millisecond for each, but nobody waits for long. */
function spreadMs(count: number): number {
  return Math.min(count / 10, longestSpreadMs);
}

const atOnce = 100;
const tickMs = 10;
const longestSpreadMs = 400;
