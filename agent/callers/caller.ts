import { Backoff, jitter, randomUnit, type RandomUnit } from '../../common/clock/backoff.ts';
import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { LocalPeer } from '../../common/rpc/contract.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import { sameSelectors, selectorText, type Selector } from '../../common/spiffe/selector.ts';
import type { ViewReader } from '../../sds/identity-source.ts';
import { Latest } from '../manager/latest.ts';
import type { AttestedSelectors, AttestWorkload, WatchWorkload } from './workload-attestation.ts';

/** Where views come from, and who can bring new ones. */
interface ViewSource {
  /** The listener hears of views after the current one. */
  watch(
    selectors: readonly Selector[],
    listener: (view: IdentityView) => void,
  ): { readonly current: IdentityView | undefined; close(): void };
  requestSync(): Promise<void>;
}

export interface CallerOptions {
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
 * A process that is connected to the agent's socket: attested for all its connections and streams, again
 * in the background, and ended with the process. The identity source of SDS and the Workload API.
 * `onEnd` is called once; whoever holds the caller must end it when its last connection closes.
 */
export class Caller {
  readonly peer: LocalPeer;
  /** Resolves to this caller; rejects with ATTESTATION_FAILED, or UNAUTHENTICATED when its process is gone. */
  readonly attested: Promise<Caller>;
  readonly #options: CallerOptions;
  readonly #onEnd: () => void;
  readonly #readers = new Set<ViewReader>();
  readonly #retry: Backoff;
  readonly #leaveWatch: (() => void) | undefined;
  #selectors: readonly Selector[] = [];
  #selectorsKey: string | undefined;
  #current: IdentityView | undefined;
  #stopFollowing = () => {};
  #attesting: AbortController | undefined;
  #failure: { readonly error: unknown } | undefined;
  #isComplete = true;
  #hasEnded = false;
  #attestedMs = 0;
  #wantedMs = -Infinity;
  #cancelNext = () => {};
  #isChanged = false;

  constructor(peer: LocalPeer, options: CallerOptions, onEnd: () => void) {
    this.peer = peer;
    this.#options = options;
    this.#onEnd = onEnd;
    this.#retry = new Backoff(retryPolicy, options.random);
    // Before the first attestation, so that no change falls between the two.
    this.#leaveWatch = options.watch?.(peer.pid, () => this.#changed());
    this.attested = this.#start();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** When it was attested last on the monotonic clock; undefined before the first time. */
  get attestedMs(): number | undefined {
    return this.#attestedMs === 0 ? undefined : this.#attestedMs - 1;
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
    this.#selectorsKey ??= JSON.stringify(this.#selectors.map(selectorText));
    return this.#selectorsKey;
  }

  current(): IdentityView | undefined {
    return this.#current;
  }

  /**
   * Tells the current view, then each newer one. Before a view leaves, the process is seen alive: nobody
   * else gets what is meant for it.
   */
  follow(reader: ViewReader): () => void {
    if (this.#current !== undefined && !this.#hasEnded) this.#isAlive();
    if (this.#hasEnded) {
      reader.ended(this.#failure?.error);
      return () => undefined;
    }
    this.#readers.add(reader);
    if (this.#current !== undefined) reader.view(this.#current);
    return () => void this.#readers.delete(reader);
  }

  /** The same for a reader that takes its time: it sees only the newest. Ends with the caller or the signal. */
  async *views(signal: AbortSignal): AsyncGenerator<IdentityView> {
    const latest = new Latest<IdentityView>();
    const stop = this.follow({
      view: (view) => latest.put(view),
      ended: (error) => {
        if (error === undefined) latest.end();
        else latest.fail(error);
      },
    });
    try {
      yield* latest.read(signal);
    } finally {
      stop();
    }
  }

  /** Says that a stream waits for a name that no view had; which one does not matter to a sync. */
  want(): void {
    const now = this.#options.clock.monotonic();
    if (now - this.#wantedMs < wantSpacingMs) return;
    this.#wantedMs = now;
    void this.#options.manager.requestSync();
  }

  /** Ends all its streams with this error, and nothing more is served to it. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.end();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#attesting?.abort(new SpiffeError('CANCELLED', 'the caller is gone'));
    this.#stopFollowing();
    this.#cancelNext();
    this.#leaveWatch?.();
    const readers = [...this.#readers];
    this.#readers.clear();
    for (const reader of readers) reader.ended(this.#failure?.error);
    this.#onEnd();
  }

  async #start(): Promise<Caller> {
    try {
      this.#take(await this.#attest());
    } catch (error) {
      this.end();
      throw error;
    }
    return this;
  }

  async #attest(): Promise<AttestedSelectors> {
    const { attest, clock } = this.#options;
    this.#checkAlive();
    this.#isChanged = false;
    const attesting = new AbortController();
    this.#attesting = attesting;
    const cancel = clock.after(attestationTimeoutMs, () =>
      attesting.abort(new SpiffeError('ATTESTATION_FAILED', 'workload attestation took too long')),
    );
    try {
      const result = await attest(this.peer.pid, attesting.signal);
      attesting.signal.throwIfAborted();
      // What was read may be of another process if this one went away meanwhile.
      this.#checkAlive();
      return result;
    } finally {
      this.#attesting = undefined;
      cancel();
    }
  }

  /** What is under way may have seen the process as it was before; then one more follows. */
  #changed(): void {
    this.#isChanged = true;
    if (this.#attesting === undefined) this.#schedule(changeSettleMs);
  }

  /** False, and the caller has failed, when the process is gone. */
  #isAlive(): boolean {
    if (this.peer.isAlive()) return true;
    this.fail(new SpiffeError('UNAUTHENTICATED', 'could not verify existence of the caller'));
    return false;
  }

  #checkAlive(): void {
    if (!this.#isAlive()) throw this.#failure?.error;
  }

  #take({ selectors, complete }: AttestedSelectors): void {
    const first = this.#attestedMs === 0;
    const changed = !sameSelectors(selectors, this.#selectors);
    if (changed || first) {
      this.#selectors = selectors;
      this.#selectorsKey = undefined;
    }
    this.#isComplete = complete;
    this.#attestedMs = this.#options.clock.monotonic() + 1;
    if (changed && !first) {
      const texts = selectors.map(selectorText);
      const fields = { pid: this.peer.pid, selectors: texts };
      this.#options.log.info('Selectors of the caller changed', fields);
    }
    if (changed || first) this.#watchViews();
    if (complete) this.#retry.reset();
    const random = this.#options.random ?? randomUnit;
    this.#schedule(complete ? jitter(reattestMs, 0.2, random) : this.#retry.next());
  }

  #watchViews(): void {
    this.#stopFollowing();
    const { manager } = this.#options;
    let isFirst = true;
    const take = (view: IdentityView) => {
      this.#publish(view);
      // Its entry may have been made a moment ago.
      const isNobody = view.identities.length + view.pending.length === 0;
      if (isFirst && isNobody) void manager.requestSync();
      isFirst = false;
    };
    const watch = manager.watch(this.#selectors, take);
    this.#stopFollowing = () => watch.close();
    if (watch.current !== undefined) take(watch.current);
  }

  #publish(view: IdentityView): void {
    if (this.#hasEnded) return;
    this.#current = view;
    if (this.#readers.size === 0 || !this.#isAlive()) return;
    for (const reader of this.#readers) this.#tell(reader, view);
  }

  /** A reader's fault is its own: neither the manager nor the other readers hear of it. */
  #tell(reader: ViewReader, view: IdentityView): void {
    try {
      reader.view(view);
    } catch (error) {
      this.#readers.delete(reader);
      this.#options.log.error('A view could not be used', { pid: this.peer.pid, error });
      reader.ended(error);
    }
  }

  /** Replaces what was scheduled before. */
  #schedule(ms: number): void {
    this.#cancelNext();
    if (this.#hasEnded) return;
    const delayMs = this.#isChanged ? Math.min(ms, changeSettleMs) : ms;
    this.#cancelNext = this.#options.clock.after(delayMs, () => void this.#reattest());
  }

  async #reattest(): Promise<void> {
    try {
      this.#take(await this.#attest());
    } catch (error) {
      if (this.#hasEnded) return;
      const { clock, log } = this.#options;
      const { pid } = this.peer;
      if (clock.monotonic() - this.#attestedMs >= graceMs) {
        const message = 'Workload attestation keeps failing; ending the connections of the process';
        log.error(message, { pid, error });
        this.fail(new SpiffeError('ATTESTATION_FAILED', 'workload attestation failed'));
        return;
      }
      const message = 'Failed to attest the workload again; keeping the last result';
      log.warn(message, { pid, error });
      this.#schedule(this.#retry.next());
    }
  }
}
