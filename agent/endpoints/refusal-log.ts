import type { Clock } from '../../common/clock/clock.ts';
import type { Logger, LogFields } from '../../common/log/logger.ts';

/** A workload that asks every second for what it cannot have needs one line, not thousands. */
const windowMs = 60_000;
/** Beyond so many different refusals the oldest are forgotten: they are then told at once again. */
const mostKnown = 1_000;

interface Known {
  toldMs: number;
  /** Since it was told. */
  more: number;
}

/** Logs refusals, the same one at most once a minute, then with how many there were. */
export class RefusalLog {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #log: Logger;
  readonly #known = new Map<string, Known>();

  constructor(clock: Pick<Clock, 'monotonic'>, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  refused(message: string, fields: LogFields): void {
    const key = JSON.stringify([message, fields]);
    const nowMs = this.#clock.monotonic();
    const known = this.#known.get(key);
    if (known !== undefined && nowMs - known.toldMs < windowMs) {
      known.more++;
      return;
    }
    const count = (known?.more ?? 0) + 1;
    this.#known.delete(key);
    this.#known.set(key, { toldMs: nowMs, more: 0 });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= mostKnown) break;
      this.#known.delete(oldest);
    }
    this.#log.error(message, count === 1 ? fields : { ...fields, count });
  }
}
