import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff, jitter, randomUnit, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';

interface SyncLoopOptions {
  readonly clock: Clock;
  readonly intervalMs: number;
  /** One sync; a rejection is reported and tried again later. */
  readonly sync: (signal: AbortSignal) => Promise<void>;
  readonly onFailure: (error: unknown, retryMs: number) => void;
  /** Called when the wall clock moved against the steady one, as after a suspend. */
  readonly onClockJump: (byMs: number) => void;
  readonly random?: RandomUnit;
}

/** On-demand syncs start no closer together than this in the long run … */
const spacingMs = 250;
/** … but so many may follow one another at once: changes come in pairs and threes, seldom in streams. */
const burst = 4;
/** While the server does not answer they are this far apart, without a burst. */
const failingSpacingMs = 1_000;
const longestBackoffMs = 480_000;
const jumpMs = 2_000;

/** Syncs at an interval, and at once when somebody asks. */
export class SyncLoop {
  readonly #options: SyncLoopOptions;
  readonly #alarm: Alarm;
  readonly #backoff: Backoff;
  readonly #random: RandomUnit;
  #waiters: (() => void)[] = [];
  /** When the syncs so far would have ended, had each taken its whole spacing. */
  #spentUntilMs = 0;
  #offset: number;

  constructor(options: SyncLoopOptions) {
    this.#options = options;
    this.#random = options.random ?? randomUnit;
    this.#alarm = new Alarm(options.clock);
    const { intervalMs } = options;
    const maxMs = Math.min(longestBackoffMs, 48 * intervalMs);
    this.#backoff = new Backoff({ initialMs: intervalMs, maxMs }, this.#random);
    this.#offset = this.#wallOffset();
  }

  /** Asks for a sync; resolves when one that began after the call has ended, well or not. */
  request(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#waiters.push(() => resolve(undefined));
    this.#alarm.ring();
    return promise;
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      const startedMs = clock.monotonic();
      const waiters = this.#waiters;
      this.#waiters = [];
      const failedFor = await this.#syncOnce(signal);
      for (const wake of waiters) wake();
      const pause = failedFor ?? jitter(this.#options.intervalMs, 0.1, this.#random);
      const asked = this.#waiters.length > 0;
      if (asked || (await this.#alarm.wait(pause, signal))) {
        const nextMs =
          failedFor === undefined ? this.#afterBurst(startedMs) : startedMs + failingSpacingMs;
        const left = nextMs - clock.monotonic();
        if (left > 0) await clock.sleep(left, signal);
      }
      this.#watchWallClock();
    }
  }

  /** The earliest start of the next sync on demand, by the generic cell rate algorithm. */
  #afterBurst(startedMs: number): number {
    this.#spentUntilMs = Math.max(this.#spentUntilMs, startedMs) + spacingMs;
    return this.#spentUntilMs - (burst - 1) * spacingMs;
  }

  /** How long to wait before the next try, or undefined when it went well. */
  async #syncOnce(signal: AbortSignal): Promise<number | undefined> {
    try {
      await this.#options.sync(signal);
      this.#backoff.reset();
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      const retryMs = this.#backoff.next();
      this.#options.onFailure(error, retryMs);
      return retryMs;
    }
  }

  #watchWallClock(): void {
    const offset = this.#wallOffset();
    const byMs = offset - this.#offset;
    this.#offset = offset;
    if (Math.abs(byMs) >= jumpMs) this.#options.onClockJump(byMs);
  }

  #wallOffset(): number {
    return this.#options.clock.now() - this.#options.clock.monotonic();
  }
}
