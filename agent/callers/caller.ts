import { Backoff, jitter, randomUnit, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { LocalPeer } from '../../common/rpc/contract.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { selectorText, type Selector } from '../../common/spiffe/selector.ts';
import { Latest } from '../manager/latest.ts';
import type { AttestedSelectors, AttestWorkload, WatchWorkload } from './workload-attestation.ts';

/** Where views come from, and who can bring new ones. */
export interface ViewSource {
  views(selectors: readonly Selector[], signal: AbortSignal): AsyncIterable<IdentityView>;
  requestSync(): Promise<void>;
}

export interface CallerOptions {
  readonly peer: LocalPeer;
  readonly attest: AttestWorkload;
  /** Tells when attesting the process anew may give something else. */
  readonly watch?: WatchWorkload;
  readonly manager: ViewSource;
  readonly clock: Clock;
  readonly log: Logger;
  readonly random?: RandomUnit;
}

/** A caller is attested again this often, ±20 %: a pod's labels change while it runs. */
const reattestMs = 300_000;
/** After a partial or failed result it is tried again sooner. */
const retryPolicy = { initialMs: 5_000, maxMs: reattestMs };
/** While re-attestation fails, the last result counts for this long. */
const graceMs = 600_000;
const attestationTimeoutMs = 60_000;
/** A pod that starts or ends changes several times in a row; one attestation sees to all of them. */
const changeSettleMs = 100;
/** One caller asks for no more syncs than this; the next regular one comes soon enough. */
const wantSpacingMs = 1_000;

/**
 * One connection to the agent's socket: attested once for all its streams, again in the background,
 * and ended with its process. The identity source of SDS and the Workload API.
 */
export class Caller {
  readonly #options: CallerOptions;
  readonly #log: Logger;
  readonly #ending = new AbortController();
  readonly #readers = new Set<Latest<IdentityView>>();
  readonly #retry: Backoff;
  #following = new AbortController();
  #selectors: readonly Selector[] = [];
  #current: IdentityView | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isComplete = true;
  #attestedMs = 0;
  #wantedMs = -Infinity;
  #cancelNext = () => {};
  #isAttesting = false;
  #isChanged = false;

  private constructor(options: CallerOptions) {
    this.#options = options;
    this.#log = options.log.child({ pid: options.peer.pid });
    this.#retry = new Backoff(retryPolicy, options.random);
    const { closed } = options.peer;
    if (closed.aborted) this.end();
    else closed.addEventListener('abort', () => this.end(), { once: true });
  }

  /** Attests the peer. Throws ATTESTATION_FAILED, or UNAUTHENTICATED when its process is gone. */
  static async attest(options: CallerOptions): Promise<Caller> {
    const caller = new Caller(options);
    // Before the first attestation, so that no change falls between the two.
    const leave = options.watch?.(options.peer.pid, () => caller.#changed());
    if (leave !== undefined) caller.ended.addEventListener('abort', leave, { once: true });
    try {
      caller.#take(await caller.#attest());
    } catch (error) {
      caller.end();
      throw error;
    }
    return caller;
  }

  /** Aborted when the caller has ended. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  get peer(): LocalPeer {
    return this.#options.peer;
  }

  get selectors(): readonly Selector[] {
    return this.#selectors;
  }

  /** False while some attestor fails: selectors may be missing. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The attested selectors in canonical text. */
  get selectorsKey(): string {
    return JSON.stringify(this.#selectors.map(selectorText));
  }

  current(): IdentityView | undefined {
    return this.#current;
  }

  /**
   * The current view, then each newer one; ends with the caller or the signal. Before a view leaves,
   * the process is seen alive: nobody else gets what is meant for it.
   */
  async *views(signal: AbortSignal): AsyncGenerator<IdentityView> {
    const reader = new Latest<IdentityView>();
    if (this.#failure !== undefined) reader.fail(this.#failure.error);
    if (this.#current !== undefined) reader.put(this.#current);
    this.#readers.add(reader);
    try {
      for await (const view of reader.read(AbortSignal.any([signal, this.ended]))) {
        this.#checkAlive();
        yield view;
      }
    } finally {
      this.#readers.delete(reader);
    }
  }

  /** Says that a stream waits for a name that no view had; which one does not matter to a sync. */
  want(): void {
    const now = this.#options.clock.monotonic();
    if (now - this.#wantedMs < wantSpacingMs) return;
    this.#wantedMs = now;
    void this.#options.manager.requestSync();
  }

  /** Ends all its streams with this error, and nothing more is served on the connection. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    for (const reader of this.#readers) reader.fail(error);
    this.end();
  }

  end(): void {
    this.#ending.abort(new SpiffeError('CANCELLED', 'the caller is gone'));
    this.#following.abort();
    this.#cancelNext();
  }

  async #attest(): Promise<AttestedSelectors> {
    const { attest, peer } = this.#options;
    this.#checkAlive();
    this.#isAttesting = true;
    this.#isChanged = false;
    const timeout = new AbortController();
    const cancel = this.#options.clock.after(attestationTimeoutMs, () =>
      timeout.abort(new SpiffeError('ATTESTATION_FAILED', 'workload attestation took too long')),
    );
    try {
      const result = await attest(peer.pid, AbortSignal.any([this.ended, timeout.signal]));
      // What was read may be of another process if this one went away meanwhile.
      this.#checkAlive();
      return result;
    } finally {
      this.#isAttesting = false;
      cancel();
    }
  }

  /** What is under way may have seen the process as it was before; then one more follows. */
  #changed(): void {
    this.#isChanged = true;
    if (!this.#isAttesting) this.#schedule(changeSettleMs);
  }

  #checkAlive(): void {
    if (this.#options.peer.isAlive()) return;
    const gone = new SpiffeError('UNAUTHENTICATED', 'could not verify existence of the caller');
    this.fail(gone);
    throw gone;
  }

  #take({ selectors, complete }: AttestedSelectors): void {
    const first = this.#attestedMs === 0;
    const changed = !sameSelectors(selectors, this.#selectors);
    this.#selectors = selectors;
    this.#isComplete = complete;
    this.#attestedMs = this.#options.clock.monotonic() + 1;
    if (changed && !first) {
      this.#log.info('Selectors of the caller changed', { selectors: selectors.map(selectorText) });
    }
    if (changed || first) this.#follow();
    if (complete) this.#retry.reset();
    const random = this.#options.random ?? randomUnit;
    this.#schedule(complete ? jitter(reattestMs, 0.2, random) : this.#retry.next());
  }

  #follow(): void {
    this.#following.abort();
    this.#following = new AbortController();
    const signal = AbortSignal.any([this.#following.signal, this.ended]);
    this.#publishFrom(signal).catch((error: unknown) => this.fail(error));
  }

  async #publishFrom(signal: AbortSignal): Promise<void> {
    const { manager } = this.#options;
    let asked = false;
    for await (const view of manager.views(this.#selectors, signal)) {
      if (signal.aborted) return;
      this.#current = view;
      // Its entry may have been made a moment ago.
      if (!asked && view.identities.length + view.pending.length === 0) void manager.requestSync();
      asked = true;
      for (const reader of this.#readers) reader.put(view);
    }
  }

  /** Replaces what was scheduled before. */
  #schedule(ms: number): void {
    this.#cancelNext();
    if (this.ended.aborted) return;
    const delayMs = this.#isChanged ? Math.min(ms, changeSettleMs) : ms;
    this.#cancelNext = this.#options.clock.after(delayMs, () => void this.#reattest());
  }

  async #reattest(): Promise<void> {
    try {
      this.#take(await this.#attest());
    } catch (error) {
      if (this.ended.aborted) return;
      const age = this.#options.clock.monotonic() - this.#attestedMs;
      if (age >= graceMs) {
        this.#log.error('Workload attestation keeps failing; ending the connection', { error });
        this.fail(new SpiffeError('ATTESTATION_FAILED', 'workload attestation failed'));
        return;
      }
      this.#log.warn('Failed to attest the workload again; keeping the last result', { error });
      this.#schedule(this.#retry.next());
    }
  }
}

function sameSelectors(a: readonly Selector[], b: readonly Selector[]): boolean {
  return (
    a.length === b.length &&
    a.every((selector, at) => {
      const other = b[at];
      return selector.type === other?.type && selector.value === other.value;
    })
  );
}
