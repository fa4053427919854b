import type { Clock } from '../clock/clock.ts';
import type { Counter, Histogram, Metrics } from './metrics.ts';

/**
 * Counts calls as SPIRE's call counters do: `<key>` and `<key>.elapsed_time` in milliseconds, both by
 * `status`, the name of a gRPC status as Go spells it. SPIRE's samples are summaries, ours histograms:
 * `_sum` and `_count` are the same, only the quantiles are not.
 */
export class CallCounters {
  readonly #metrics: Metrics;
  readonly #clock: Clock;
  readonly #statusOf: (error: unknown) => string;
  readonly #known = new Map<string, readonly [Counter<string>, Histogram<string>]>();

  constructor(metrics: Metrics, clock: Clock, statusOf: (error: unknown) => string) {
    this.#metrics = metrics;
    this.#clock = clock;
    this.#statusOf = statusOf;
  }

  /** Runs `work` and counts it; one key always comes with the same labels. */
  count<T>(
    key: string,
    labels: Readonly<Record<string, string>>,
    work: () => Promise<T>,
  ): Promise<T> {
    const over = this.start(key, labels);
    return work().then(
      (result) => {
        over();
        return result;
      },
      (error: unknown) => {
        over(error);
        throw error;
      },
    );
  }

  /** Begins a call; what it returns is told how the call ended, nothing for well. */
  start(key: string, labels: Readonly<Record<string, string>>): (error?: unknown) => void {
    const startedMs = this.#clock.monotonic();
    return (error) => this.ended(key, labels, startedMs, error);
  }

  /** Counts a call that began then, on the monotonic clock; `error` is how it failed. */
  ended(
    key: string,
    labels: Readonly<Record<string, string>>,
    startedMs: number,
    error?: unknown,
  ): void {
    const status = error === undefined ? 'OK' : this.#statusOf(error);
    this.#measure(key, { ...labels, status }, startedMs);
  }

  /** The same for what answers at once. */
  countNow<T>(key: string, labels: Readonly<Record<string, string>>, work: () => T): T {
    const over = this.start(key, labels);
    try {
      const result = work();
      over();
      return result;
    } catch (error) {
      over(error);
      throw error;
    }
  }

  #measure(key: string, labels: Readonly<Record<string, string>>, startedMs: number): void {
    const [calls, elapsed] = this.#of(key, Object.keys(labels));
    calls.inc(labels);
    elapsed.observe(this.#clock.monotonic() - startedMs, labels);
  }

  #of(key: string, names: readonly string[]): readonly [Counter<string>, Histogram<string>] {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const name = `${key}.elapsed_time`;
    const made = [
      this.#metrics.counter(key, 'calls', names),
      this.#metrics.histogram(name, 'milliseconds of calls', bucketsMs, names),
    ] as const;
    this.#known.set(key, made);
    return made;
  }
}

const bucketsMs = [1, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000];
