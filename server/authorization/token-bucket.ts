import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Token buckets by key. A call that comes too early waits for its turn, as in SPIRE; one that asks
 * for more than the burst, or would have to wait too long, is refused.
 */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #clock: Clock;
  readonly #longestWaitMs: number;
  /** When the bucket of a key would be full again, on the monotonic clock. Full ones are forgotten. */
  readonly #fullAt = new Map<string, number>();
  #forgetFrom = fewKeys;

  constructor(rate: Rate, clock: Clock, longestWaitMs = 60_000) {
    this.#rate = rate;
    this.#clock = clock;
    this.#longestWaitMs = longestWaitMs;
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#fullAt.size;
  }

  /** Resolves when `count` tokens were taken. Throws RESOURCE_EXHAUSTED; rejects when the signal aborts. */
  async take(key: string, count: number, signal: AbortSignal): Promise<void> {
    const { perSecond, burst } = this.#rate;
    if (count > burst) {
      throw exhausted(`rate (${count}) exceeds burst size (${burst})`);
    }
    const now = this.#clock.monotonic();
    this.#forgetFull(now);
    const costMs = (count * 1000) / perSecond;
    const fullAt = Math.max(this.#fullAt.get(key) ?? now, now) + costMs;
    const waitMs = fullAt - now - (burst * 1000) / perSecond;
    if (waitMs > this.#longestWaitMs) throw exhausted('rate limit: too many calls are waiting');
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    if (waitMs <= 0) return;
    try {
      await this.#clock.sleep(waitMs, signal);
    } catch (error) {
      // Who left its place does not make those wait who come later from the same address.
      this.#giveBack(key, costMs);
      throw error;
    }
  }

  #giveBack(key: string, costMs: number): void {
    const fullAt = this.#fullAt.get(key);
    if (fullAt !== undefined) this.#fullAt.set(key, fullAt - costMs);
  }

  /** Looks through all keys only when they have doubled; the oldest come first. */
  #forgetFull(now: number): void {
    if (this.#fullAt.size < this.#forgetFrom) return;
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key);
    for (const key of this.#fullAt.keys()) {
      if (this.#fullAt.size < mostKeys) break;
      this.#fullAt.delete(key);
    }
    this.#forgetFrom = Math.min(Math.max(fewKeys, this.#fullAt.size * 2), mostKeys);
  }
}

function exhausted(message: string): SpiffeError {
  return new SpiffeError('RESOURCE_EXHAUSTED', message);
}

const fewKeys = 1024;
const mostKeys = 65_536;
