import { messageOf, SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Clock } from '../common/clock/clock.ts';
import type { AgentState } from './svid/keeper.ts';

interface ServingOptions {
  readonly clock: Clock;
  /** True after the first good sync. */
  readonly isSynced: () => boolean;
  /** Called when identities may no longer be served. */
  readonly onWithdrawn: (error: SpiffeError) => void;
}

/** Whether the agent may serve identities now, and if not, why. */
export class Serving {
  readonly #options: ServingOptions;
  #state: AgentState = { kind: 'attesting' };
  #waiters: (() => void)[] = [];

  constructor(options: ServingOptions) {
    this.#options = options;
  }

  get state(): AgentState {
    return this.#state;
  }

  /**
   * What health checks say. An agent that lost its own identity still serves what it has, and is not
   * well: nothing that it serves can be renewed.
   */
  get isReady(): boolean {
    const state = this.#state;
    return this.#isServing && !(state.kind === 'attesting' && state.error !== undefined);
  }

  /** Throws UNAVAILABLE with the reason while nothing may be served. */
  check(): void {
    if (!this.#isServing) throw this.reason();
  }

  /** As `check`, but waits for the first sync up to `ms`. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#isComing) await this.#firstSync(ms, signal);
    this.check();
  }

  /** Whether it is ready, now and after each change, until the signal is aborted. */
  async *readiness(signal: AbortSignal): AsyncGenerator<boolean> {
    let told: boolean | undefined;
    while (!signal.aborted) {
      if (told !== this.isReady) yield (told = this.isReady);
      else await this.#woken(signal);
    }
  }

  /** Hears of the agent's standing with its server. */
  enter(state: AgentState): void {
    this.#state = state;
    if (state.kind === 'withdrawn') this.#options.onWithdrawn(this.reason());
    this.wake();
  }

  /** Lets those go on who wait; they look for themselves. */
  wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
  }

  get #isServing(): boolean {
    return this.#state.kind !== 'withdrawn' && this.#options.isSynced();
  }

  /** The first sync may end at any moment. */
  get #isComing(): boolean {
    return this.#state.kind !== 'withdrawn' && !this.#options.isSynced();
  }

  async #firstSync(ms: number, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const cancel = this.#options.clock.after(ms, () => over.abort());
    const ending = AbortSignal.any([signal, over.signal]);
    while (this.#isComing && !ending.aborted) await this.#woken(ending);
    cancel();
  }

  async #woken(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#waiters.push(wake);
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    signal.removeEventListener('abort', wake);
    this.#waiters = this.#waiters.filter((waiter) => waiter !== wake);
  }

  /** Why nothing may be served; of use while `isReady` is false only. */
  reason(): SpiffeError {
    const state = this.#state;
    if (state.kind === 'withdrawn') {
      return unavailable(`the server refuses this agent: ${messageOf(state.error)}`);
    }
    if (state.kind === 'attesting') {
      const why = state.error === undefined ? '' : `: ${messageOf(state.error)}`;
      return unavailable(`the agent is not attested yet${why}`);
    }
    return unavailable('the agent has not synchronized with the server yet');
  }
}

function unavailable(message: string): SpiffeError {
  return new SpiffeError('UNAVAILABLE', message);
}
