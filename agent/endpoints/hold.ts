import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';

/** The part of a caller that a first answer waits for. */
export interface HeldCaller {
  current(): IdentityView | undefined;
  views(signal: AbortSignal): AsyncIterable<IdentityView>;
}

interface HoldOptions {
  readonly clock: Clock;
  readonly requestSync: () => Promise<void>;
}

/** How long a caller without entries waits for the sync that it caused. */
const syncHoldMs = 5_000;
/** How long a caller whose entries exist waits for its SVIDs. */
const mintHoldMs = 30_000;

/**
 * The first view in which `isEnough` holds. A caller that nothing matches is held while one sync
 * looks for its entry, which may be seconds old, then it is refused with NO_IDENTITY; one whose entry
 * has no SVID yet is held longer, then it hears UNAVAILABLE with the reason.
 */
export async function firstView(
  caller: HeldCaller,
  isEnough: (view: IdentityView) => boolean,
  { clock, requestSync }: HoldOptions,
  signal: AbortSignal,
): Promise<IdentityView> {
  const hold = new Hold(caller);
  const ended = AbortSignal.any([signal, hold.over]);
  const timers = [
    clock.after(syncHoldMs, () => hold.synced()),
    clock.after(mintHoldMs, () => hold.end()),
  ];
  try {
    for await (const view of caller.views(ended)) {
      if (isEnough(view)) return view;
      hold.ask(requestSync);
    }
  } finally {
    for (const cancel of timers) cancel();
  }
  signal.throwIfAborted();
  throw refusalOf(caller.current());
}

/** Ends the wait of one caller. */
class Hold {
  readonly #caller: HeldCaller;
  readonly #ending = new AbortController();
  #asked = false;
  #synced = false;

  constructor(caller: HeldCaller) {
    this.#caller = caller;
  }

  get over(): AbortSignal {
    return this.#ending.signal;
  }

  end(): void {
    this.#ending.abort();
  }

  /** Asks for one sync, and ends the wait as soon as it is known that nothing matches. */
  ask(requestSync: () => Promise<void>): void {
    if (this.#synced) this.synced();
    if (this.#asked) return;
    this.#asked = true;
    void requestSync().then(() => this.synced());
  }

  synced(): void {
    this.#synced = true;
    if (isNobody(this.#caller.current())) this.end();
  }
}

/** No entry matches the caller. */
export function isNobody(view: IdentityView | undefined): boolean {
  return view !== undefined && view.identities.length + view.pending.length === 0;
}

/** Why a view without identities is refused. */
export function refusalOf(view: IdentityView | undefined): SpiffeError {
  const [pending] = view?.pending ?? [];
  if (pending === undefined) return new SpiffeError('NO_IDENTITY', 'no identity issued');
  return new SpiffeError('UNAVAILABLE', `identity is not ready yet: ${pending.reason}`);
}
