import { randomInt } from 'node:crypto';

/** A number in [0, 1); injected where tests must know it. */
export type RandomUnit = () => number;

export const randomUnit: RandomUnit = () => randomInt(2 ** 47) / 2 ** 47;

interface BackoffPolicy {
  readonly initialMs: number;
  readonly maxMs: number;
}

/** Exponential waiting times, factor 1.5 with 10 % jitter as in SPIRE. */
export class Backoff {
  readonly #policy: BackoffPolicy;
  readonly #random: RandomUnit;
  #interval: number;

  constructor(policy: BackoffPolicy, random: RandomUnit = randomUnit) {
    this.#policy = policy;
    this.#random = random;
    this.#interval = policy.initialMs;
  }

  /** How long to wait now; the next call answers with more. */
  next(): number {
    const wait = jitter(this.#interval, 0.1, this.#random);
    this.#interval = Math.min(this.#interval * 1.5, this.#policy.maxMs);
    return wait;
  }

  reset(): void {
    this.#interval = this.#policy.initialMs;
  }
}

/** `ms` moved by up to `share` of itself in either direction. */
export function jitter(ms: number, share: number, random: RandomUnit = randomUnit): number {
  return Math.round(ms * (1 + share * (2 * random() - 1)));
}
