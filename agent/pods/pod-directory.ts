import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { messageOf } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Gauge } from '../../common/telemetry/metrics.ts';
import type { PodIndex, PodSink } from './pod-index.ts';
import type { PodSourceName, PollSource, PushSource } from './pod-source.ts';

interface PodDirectoryOptions {
  readonly index: PodIndex;
  /** Best first. */
  readonly push: readonly PushSource[];
  /** Makes what is left when no push source runs; its lists go to the sink. */
  readonly poll: (sink: Pick<PodSink, 'replace'>) => PollSource;
  readonly clock: Clock;
  readonly log: Logger;
  /** 1 for the source that feeds the index. */
  readonly active: Gauge<'source'>;
  /** How often the poll source is asked while somebody listens for changes. */
  readonly watchIntervalMs: number;
}

/**
 * Keeps the pod index fed from the best source that works, and changes it by itself: a push source
 * that fails is tried again later, and a better one replaces a worse one.
 */
export class PodDirectory {
  readonly index: PodIndex;
  readonly #options: PodDirectoryOptions;
  readonly #closing = new AbortController();
  readonly #pollAlarm: Alarm;
  readonly #poll: PollSource;
  #running: PushSource | undefined;
  #listeners = 0;
  readonly #onSourceChange = new Set<() => void>();

  constructor(options: PodDirectoryOptions) {
    this.#options = options;
    this.index = options.index;
    this.#pollAlarm = new Alarm(options.clock);
    // A list that was asked for before a push source came into sync is older than what that says.
    const replace: PodSink['replace'] = (pods) => {
      if (!this.isPushed) this.index.replace(pods);
    };
    this.#poll = options.poll({ replace });
    this.#report();
  }

  /** Starts the loops; they end with `close`. */
  start(): void {
    for (const loop of [() => this.#supervise(), () => this.#pollForListeners()]) {
      loop().catch((error: unknown) => {
        if (this.#closing.signal.aborted) return;
        this.#options.log.error('The pod directory stopped', { error });
      });
    }
  }

  close(): void {
    this.#closing.abort(new Error('the pod directory is closed'));
    this.#poll.close();
  }

  get activeSource(): PodSourceName {
    return this.#running?.name ?? this.#poll.name;
  }

  /** True while changes arrive by themselves. */
  get isPushed(): boolean {
    return this.#running !== undefined;
  }

  /** Resolves when the index is at least as new as `sinceMs` (monotonic); a push source always is. */
  async ensure(sinceMs: number, signal: AbortSignal): Promise<void> {
    if (this.#running === undefined) await this.#poll.ensure(sinceMs, signal);
  }

  /** Resolves when the index was read anew after this call, whatever the source. */
  async confirm(signal: AbortSignal): Promise<void> {
    if (this.#running !== undefined) await this.#running.relist(signal);
    else await this.#poll.ensure(this.#options.clock.monotonic(), signal);
  }

  /** Resolves when one of these keys changed, the source changed, or the time is over. */
  async waitForChange(keys: readonly string[], ms: number, signal: AbortSignal): Promise<void> {
    const alarm = new Alarm(this.#options.clock);
    const ring = () => alarm.ring();
    const leave = this.index.listen(keys, ring);
    this.#onSourceChange.add(ring);
    try {
      await alarm.wait(ms, signal);
    } finally {
      leave();
      this.#onSourceChange.delete(ring);
    }
  }

  /** Tells of changes of these keys for as long as the caller wants; keeps polling meanwhile. */
  listen(keys: readonly string[], listener: () => void): () => void {
    const leave = this.index.listen(keys, listener);
    if (this.#listeners++ === 0) this.#pollAlarm.ring();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#listeners--;
      leave();
    };
  }

  async #supervise(): Promise<never> {
    const { push, clock } = this.#options;
    const attempts = push.map((source) => ({
      source,
      backoff: new Backoff({ initialMs: retryMs, maxMs: longestRetryMs }),
      notBeforeMs: -Infinity,
    }));
    const next = (below = attempts.length) =>
      attempts
        .slice(0, below)
        .find(
          ({ source, notBeforeMs }) => notBeforeMs <= clock.monotonic() && source.isAvailable(),
        );
    for (;;) {
      const attempt = next();
      if (attempt === undefined) {
        await clock.sleep(probeMs, this.#closing.signal);
        continue;
      }
      const rank = attempts.indexOf(attempt);
      const synced = await this.#run(attempt.source, () => next(rank) !== undefined);
      if (synced) attempt.backoff.reset();
      attempt.notBeforeMs = clock.monotonic() + attempt.backoff.next();
    }
  }

  /** Runs one push source until it ends or `isBetterThere`; true when it had been in sync. */
  async #run(source: PushSource, isBetterThere: () => boolean): Promise<boolean> {
    const { clock, log } = this.#options;
    const ending = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, ending.signal]);
    let cancelProbe = () => {};
    const probe = () => {
      if (isBetterThere()) ending.abort(new Error('a better source is available'));
      else cancelProbe = clock.after(probeMs, probe);
    };
    cancelProbe = clock.after(probeMs, probe);
    let synced = false;
    const onSynced = () => {
      synced = true;
      this.#change(source);
    };
    try {
      return await source.run(this.index, onSynced, signal);
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      log.warn('A source of pods ended', { name: source.name, reason: messageOf(error) });
      return synced;
    } finally {
      cancelProbe();
      ending.abort();
      this.#change(undefined);
    }
  }

  #change(source: PushSource | undefined): void {
    if (this.#running === source) return;
    this.#running = source;
    this.#options.log.info('Pods are known from', { name: this.activeSource });
    this.#report();
    this.#pollAlarm.ring();
    for (const tell of [...this.#onSourceChange]) tell();
  }

  #report(): void {
    for (const { name } of [...this.#options.push, this.#poll]) {
      this.#options.active.set(name === this.activeSource ? 1 : 0, { source: name });
    }
  }

  /** Open callers hear of changes within one interval although nothing pushes them. */
  async #pollForListeners(): Promise<never> {
    const { clock, watchIntervalMs } = this.#options;
    const { signal } = this.#closing;
    for (;;) {
      const running = this.#running;
      const everyMs = running === undefined ? watchIntervalMs : running.refreshMs;
      if (everyMs === undefined || this.#listeners === 0) {
        await this.#pollAlarm.wait(idleMs, signal);
        continue;
      }
      // Either source logs its failures; what is known stays until it answers again.
      const refresh =
        running === undefined
          ? this.#poll.ensure(clock.monotonic(), signal)
          : running.relist(signal);
      await refresh.catch(() => undefined);
      await clock.sleep(everyMs, signal);
    }
  }
}

const retryMs = 1_000;
const longestRetryMs = 60_000;
const probeMs = 5_000;
const idleMs = 60_000;
