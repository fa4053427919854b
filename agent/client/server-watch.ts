import { Alarm } from '../../common/clock/alarm.ts';
import { Backoff, randomUnit, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { hasCode } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';

interface ServerWatchOptions {
  /**
   * Watches on the connection of now: calls `onNotice` once when the watch stands, then for each
   * change. Resolves when the server ends it in peace.
   */
  readonly watch: (onNotice: () => void, signal: AbortSignal) => Promise<void>;
  /** Called when there may be something new at the server. */
  readonly onChange: () => void;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: RandomUnit;
}

/**
 * How a watch ended.
 * - `moved`: the agent has another connection.
 * - `unserved`: the server has no such thing, as SPIRE's; it is asked again when it may be another one.
 * - `over`: the server ended it after a while, so that it moves to a fresh connection.
 * - `lost`: anything else.
 */
type Ending = 'moved' | 'unserved' | 'over' | 'lost';

const retryPolicy = { initialMs: 1_000, maxMs: 60_000 };
/** A server that ends watches sooner than this is asked no faster for it. */
const shortestMs = 5_000;
const forEverMs = 2 ** 40;

/**
 * Listens for the server's word that something changed, so that the agent need not wait for its next
 * poll. It is a short cut, never the only way: whatever happens here, the agent polls on.
 */
export class ServerWatch {
  readonly #options: ServerWatchOptions;
  readonly #alarm: Alarm;
  readonly #backoff: Backoff;
  readonly #random: RandomUnit;
  #isServerAway = false;
  /** The server has no such thing. */
  #isUnserved = false;
  /** That was said, and is not said again on each connection, unless the server was away. */
  #isToldOf = false;
  #attempt: AbortController | undefined;

  constructor(options: ServerWatchOptions) {
    this.#options = options;
    this.#random = options.random ?? randomUnit;
    this.#alarm = new Alarm(options.clock);
    this.#backoff = new Backoff(retryPolicy, this.#random);
  }

  /** There is a new connection: the old one is let go, and this one is asked. */
  connected(): void {
    this.#attempt?.abort(new Error('there is a new connection'));
    this.#alarm.ring();
  }

  /** The connection was lost and made anew, perhaps to a newer server: one without watches is asked again. */
  reconnected(): void {
    if (!this.#isUnserved || this.#attempt !== undefined) return;
    // The answer that follows is no further reason.
    this.#isServerAway = false;
    this.#alarm.ring();
  }

  /** Hears how another call to the server failed. */
  serverFailed(error: unknown): void {
    if (!hasCode(error, 'UNAVAILABLE', 'DEADLINE_EXCEEDED')) return;
    this.#isServerAway = true;
    this.#isToldOf = false;
  }

  /** Hears that the server answered; after an outage it may be another one, worth a try at once. */
  serverAnswered(): void {
    if (this.#isServerAway && this.#attempt === undefined) this.#alarm.ring();
    this.#isServerAway = false;
  }

  /** Runs until the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    for (let pauseMs = forEverMs; ;) {
      if (pauseMs > 0) await this.#alarm.wait(pauseMs, signal);
      pauseMs = this.#pauseAfter(await this.#watch(signal));
    }
  }

  async #watch(signal: AbortSignal): Promise<Ending> {
    const { clock, log, onChange, watch } = this.#options;
    const attempt = new AbortController();
    this.#attempt = attempt;
    const startedMs = clock.monotonic();
    const lastedMs = () => clock.monotonic() - startedMs;
    let notices = 0;
    const onNotice = () => {
      this.#isUnserved = false;
      if (notices++ === 0) log.debug('Watching the server for changes');
      else log.debug('The server says that something changed');
      onChange();
    };
    try {
      await watch(onNotice, AbortSignal.any([signal, attempt.signal]));
      if (attempt.signal.aborted) return 'moved';
      return lastedMs() >= shortestMs ? 'over' : 'lost';
    } catch (error) {
      signal.throwIfAborted();
      if (attempt.signal.aborted) return 'moved';
      if (hasCode(error, 'UNIMPLEMENTED')) return 'unserved';
      if (lastedMs() >= shortestMs) this.#backoff.reset();
      log.debug('The watch of the server was lost', { error, duration_ms: Math.round(lastedMs()) });
      // Evicted or banned while it watched: a sync finds out which.
      if (notices > 0 && isRefusal(error)) onChange();
      return 'lost';
    } finally {
      this.#attempt = undefined;
    }
  }

  #pauseAfter(ending: Ending): number {
    switch (ending) {
      case 'moved':
        // What rang is what moved it.
        return forEverMs;
      case 'over':
        this.#backoff.reset();
        return 0;
      case 'unserved':
        // SPIRE ends connections every few minutes, and is asked again on each.
        if (!this.#isToldOf) this.#options.log.info('The server does not tell of changes; polling');
        this.#isToldOf = true;
        this.#isUnserved = true;
        return forEverMs;
      case 'lost':
        // A server that restarts loses all its agents at once: they come back over a second.
        return this.#backoff.next() * (0.5 + this.#random());
    }
  }
}

function isRefusal(error: unknown): boolean {
  return hasCode(error, 'AGENT_EXPIRED', 'AGENT_NOT_ATTESTED', 'AGENT_NOT_ACTIVE', 'AGENT_BANNED');
}
