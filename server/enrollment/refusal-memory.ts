import type { Clock } from '../../common/clock/clock.ts';
import { enrollmentCodes } from './enrollment-codes.ts';
import type { EnrollmentRefusal } from './refusal.ts';

/**
 * Remembers for some seconds what was refused to which token, so that an agent that asks again and
 * again costs the API server nothing. Keys are hashes; there is a greatest number of them.
 */
export class RefusalMemory {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #mostKeys: number;
  readonly #refusals = new Map<string, { readonly untilMs: number; refusal: EnrollmentRefusal }>();

  constructor(clock: Pick<Clock, 'monotonic'>, mostKeys = 4096) {
    this.#clock = clock;
    this.#mostKeys = mostKeys;
  }

  get size(): number {
    return this.#refusals.size;
  }

  find(key: string): EnrollmentRefusal | undefined {
    const found = this.#refusals.get(key);
    if (found === undefined) return undefined;
    if (found.untilMs > this.#clock.monotonic()) return found.refusal;
    this.#refusals.delete(key);
    return undefined;
  }

  remember(key: string, refusal: EnrollmentRefusal): void {
    const keptMs = enrollmentCodes[refusal.reason].heals ? 2_000 : 10_000;
    this.#refusals.delete(key);
    this.#refusals.set(key, { untilMs: this.#clock.monotonic() + keptMs, refusal });
    for (const oldest of this.#refusals.keys()) {
      if (this.#refusals.size <= this.#mostKeys) return;
      this.#refusals.delete(oldest);
    }
  }
}
