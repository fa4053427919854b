import type { Clock } from '../../common/clock/clock.ts';

/**
 * Remembers for each version of a profile whether the API server took an enrolment token for one of its
 * own. It is asked at the first enrolment, and again after a while; an answer that disables the profile
 * is asked for again soon, as somebody will be at work on it.
 */
export class AudienceProbe {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #answers = new Map<string, { readonly untilMs: number; readonly isApi: boolean }>();
  readonly #asking = new Map<string, Promise<boolean>>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** All who come meanwhile wait for one question. Rejects when it cannot be answered. */
  async isApiAudience(key: string, ask: () => Promise<boolean>): Promise<boolean> {
    const known = this.#answers.get(key);
    if (known !== undefined && known.untilMs > this.#clock.monotonic()) return known.isApi;
    const asking = this.#asking.get(key) ?? this.#ask(key, ask);
    return asking;
  }

  #ask(key: string, ask: () => Promise<boolean>): Promise<boolean> {
    const asking = ask()
      .then((isApi) => {
        const keptMs = isApi ? minuteMs : 60 * minuteMs;
        this.#answers.set(key, { untilMs: this.#clock.monotonic() + keptMs, isApi });
        return isApi;
      })
      .finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }
}

const minuteMs = 60_000;
