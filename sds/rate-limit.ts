import type { Clock } from '../common/clock/clock.ts';

interface Bucket {
  tokens: number;
  atMs: number;
}

/**
 * Token buckets by key. Keys that were not used for one to two minutes are forgotten, when their
 * bucket would be full again.
 */
export class RateLimiter {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #perMs: number;
  readonly #burst: number;
  #young = new Map<string, Bucket>();
  #old = new Map<string, Bucket>();
  #turnedMs: number;

  /** `perSecond` 0 means no limit. */
  constructor(clock: Pick<Clock, 'monotonic'>, perSecond: number, burst: number) {
    this.#clock = clock;
    this.#perMs = perSecond / 1000;
    this.#burst = Math.max(burst, 1);
    this.#turnedMs = clock.monotonic();
  }

  /** Takes one token; false when there is none. */
  allow(key: string): boolean {
    if (this.#perMs === 0) return true;
    const nowMs = this.#clock.monotonic();
    this.#turn(nowMs);
    const bucket = this.#young.get(key) ??
      this.#old.get(key) ?? { tokens: this.#burst, atMs: nowMs };
    this.#young.set(key, bucket);
    const grown = bucket.tokens + (nowMs - bucket.atMs) * this.#perMs;
    bucket.tokens = Math.min(grown, this.#burst);
    bucket.atMs = nowMs;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  #turn(nowMs: number): void {
    const forgetAfterMs = Math.max(generationMs, this.#burst / this.#perMs);
    if (nowMs - this.#turnedMs < forgetAfterMs) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#turnedMs = nowMs;
  }
}

const generationMs = 60_000;
