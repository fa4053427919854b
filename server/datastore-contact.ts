import type { Clock } from '../common/clock/clock.ts';
import { messageOf } from '../common/errors/spiffe-error.ts';
import type { Logger } from '../common/log/logger.ts';
import type { Gauge, Metrics } from '../common/telemetry/metrics.ts';

interface ContactOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Whether the datastore answers, as those find who follow its changes. While it does not, agents are
 * served from memory and the server is live but not ready; the log says so once, and once when it is over.
 */
export class DatastoreContact {
  readonly #options: ContactOptions;
  readonly #gauge: Gauge;
  #lastAnswerMs: number;
  #away: { readonly sinceMs: number; readonly error: unknown } | undefined;

  constructor(options: ContactOptions) {
    this.#options = options;
    this.#gauge = options.metrics.gauge(
      'datastore_available',
      'Whether the datastore answers: 1, or 0 while agents are served from memory',
    );
    this.#gauge.set(1);
    this.#lastAnswerMs = options.clock.now();
  }

  /** When the datastore was last known to answer. */
  get lastAnswerMs(): number {
    return this.#lastAnswerMs;
  }

  /** Why the datastore did not answer; undefined when it did. */
  get failure(): string | undefined {
    return this.#away && messageOf(this.#away.error);
  }

  answered(): void {
    this.#lastAnswerMs = this.#options.clock.now();
    if (this.#away === undefined) return;
    const { clock, log } = this.#options;
    const awayMs = Math.round(clock.monotonic() - this.#away.sinceMs);
    this.#away = undefined;
    this.#gauge.set(1);
    log.info('The datastore answers again', { duration_ms: awayMs });
  }

  failed(error: unknown): void {
    const { clock, log } = this.#options;
    if (this.#away === undefined) {
      log.error(
        'The datastore does not answer; agents are served from memory, writes are refused',
        {
          error,
        },
      );
      this.#gauge.set(0);
    }
    this.#away = { sinceMs: this.#away?.sinceMs ?? clock.monotonic(), error };
  }
}
