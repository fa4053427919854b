import type { Clock } from '../../../common/clock/clock.ts';

/**
 * Remembers that the database could not be reached, so that in the meantime nobody waits for a
 * time-out that somebody else just saw. The pause doubles with each failure in a row.
 */
export class ConnectGate {
  readonly #clock: Clock;
  #failures = 0;
  #openAtMs = 0;
  #reason: unknown;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Why connecting need not be tried now; undefined when it may be. */
  get reason(): unknown {
    return this.#clock.monotonic() < this.#openAtMs ? this.#reason : undefined;
  }

  succeeded(): void {
    this.#failures = 0;
    this.#openAtMs = 0;
  }

  failed(reason: unknown): void {
    this.#reason = reason;
    this.#openAtMs = this.#clock.monotonic() + pauseAfter(this.#failures);
    this.#failures++;
  }
}

/** Milliseconds before the next attempt after so many failures before this one. */
export function pauseAfter(failures: number): number {
  return Math.min(100 * 2 ** Math.min(failures, 10), longestPauseMs);
}

const longestPauseMs = 5000;
