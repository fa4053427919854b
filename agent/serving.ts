import { messageOf, SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Clock } from '../common/clock/clock.ts';
import type { AgentState } from './svid/keeper.ts';

export interface ServingOptions {
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

  get isReady(): boolean {
    return this.#state.kind !== 'withdrawn' && this.#options.isSynced();
  }

  /** Throws UNAVAILABLE with the reason while nothing may be served. */
  check(): void {
    if (!this.isReady) throw this.reason();
  }

  /** As `check`, but waits for the first sync up to `ms`. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.isReady || this.#state.kind === 'withdrawn') {
      this.check();
      return;
    }
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const wake = () => resolve(undefined);
    this.#waiters.push(wake);
    const cancel = this.#options.clock.after(ms, wake);
    signal.addEventListener('abort', wake, { once: true });
    await promise;
    cancel();
    signal.removeEventListener('abort', wake);
    this.check();
  }

  /** Hears of the agent's standing with its server. */
  enter(state: AgentState): void {
    this.#state = state;
    if (state.kind === 'withdrawn') {
      this.#options.onWithdrawn(this.reason());
      this.wake();
    }
  }

  /** Lets those go on who wait; they look for themselves. */
  wake(): void {
    for (const waiter of this.#waiters.splice(0)) waiter();
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
