import { formatDuration } from '../../common/config/duration.ts';
import type { Clock } from '../../common/clock/clock.ts';
import type { RandomUnit } from '../../common/clock/backoff.ts';
import { runLoop } from '../../common/lifecycle/lifecycle.ts';
import type { Logger } from '../../common/log/logger.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { Metrics } from '../../common/telemetry/metrics.ts';
import type { OutageFacts } from '../operator/outage-horizon.ts';
import { Cache, type StoredRecord, type Watch } from './cache.ts';
import { Latest } from './latest.ts';
import { managerMetrics, type ManagerMetrics } from './manager-metrics.ts';
import { Minter, type MintOutcome, type MintRequest, type PreparedKey } from './minting.ts';
import { checkSvid, readSvid } from './preflight.ts';
import { syncOnce, type SyncServer } from './sync.ts';
import { SyncLoop } from './sync-loop.ts';

/** The server, as the manager uses it. */
export interface ManagerServer extends SyncServer {
  mintX509Svids(
    requests: readonly MintRequest[],
    signal: AbortSignal,
  ): Promise<readonly MintOutcome[]>;
}

interface ManagerOptions {
  readonly server: ManagerServer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly syncIntervalMs: number;
  readonly maxSvids: number;
  readonly availabilityTargetMs?: number;
  readonly prepareKey: (spiffeId: SpiffeId) => Promise<PreparedKey>;
  /** Called after a sync or a request to sign failed, so that the agent can look at its own SVID. */
  readonly onServerError: (error: unknown) => void;
  /** Called after each good sync. */
  readonly onSynced: () => void;
  /** Called with each new bundle of our own trust domain. */
  readonly onBundle: (bundle: Bundle) => void;
  readonly random?: RandomUnit;
  /** Whether SVIDs of entries with `store_svid` are fetched, for stores. */
  readonly storesSvids?: boolean;
  /** Called whenever views, or what stores keep, may have changed. */
  readonly onPublished?: () => void;
}

export interface ManagerStatus {
  /** When the last good sync ended; undefined before the first. */
  readonly lastSyncMs: number | undefined;
  readonly lastSyncError: unknown;
  readonly entries: number;
  readonly svids: number;
}

/** How long a bundle with a new authority is out before leaves of that authority follow. */
const bundleLeadMs = 250;

/** Keeps the agent's view of the world fresh, and hands out identity views of it. */
export class Manager {
  readonly #options: ManagerOptions;
  readonly #cache: Cache;
  readonly #minter: Minter;
  readonly #loop: SyncLoop;
  readonly #bundleReaders = new Set<Latest<readonly Bundle[]>>();
  #bundles: readonly Bundle[] = [];
  readonly #ready = Promise.withResolvers<undefined>();
  readonly #measures: ManagerMetrics;
  #lastSyncMs: number | undefined;
  #lastSyncError: unknown;

  constructor(options: ManagerOptions) {
    this.#options = options;
    const { clock, log, server, random, availabilityTargetMs } = options;
    const shared = random === undefined ? { clock } : { clock, random };
    this.#cache = new Cache({
      check: checkSvid,
      now: () => clock.now(),
      maxSvids: options.maxSvids,
      onTainted: (count) => this.#measures.tainted('x509', count, 0),
      onWanted: (entryId) => this.#minter.want(entryId),
      storesSvids: options.storesSvids ?? false,
      onPublished: () => options.onPublished?.(),
    });
    this.#minter = new Minter({
      ...shared,
      ...(availabilityTargetMs === undefined ? {} : { availabilityTargetMs }),
      cache: this.#cache,
      log,
      prepareKey: options.prepareKey,
      readSvid,
      mint: (requests, signal) => server.mintX509Svids(requests, signal),
      onServerError: options.onServerError,
      onRenewing: (expiring, outdated) => this.#measures.renewing(expiring, outdated),
      onHeld: () => void this.#loop.request(),
    });
    this.#loop = new SyncLoop({
      ...shared,
      intervalMs: options.syncIntervalMs,
      sync: (signal) => this.#sync(signal),
      onFailure: (error, retryMs) => this.#syncFailed(error, retryMs),
      onClockJump: (byMs) => this.#clockJumped(byMs),
    });
    this.#measures = managerMetrics(options.metrics);
  }

  get status(): ManagerStatus {
    return {
      lastSyncMs: this.#lastSyncMs,
      lastSyncError: this.#lastSyncError,
      entries: this.#cache.entryCount,
      svids: this.#cache.svidCount,
    };
  }

  /** True after the first good sync: what is missing then is really missing. */
  get synced(): boolean {
    return this.#lastSyncMs !== undefined;
  }

  /** Resolves after the first good sync. */
  whenSynced(): Promise<unknown> {
    return this.#ready.promise;
  }

  /** Runs both loops until the signal is aborted. */
  run(signal: AbortSignal): void {
    const { log } = this.#options;
    const failed = (error: unknown) => log.error('Manager loop ended unexpectedly', { error });
    runLoop(signal, failed, () => this.#minter.run(signal));
    runLoop(signal, failed, () => this.#loop.run(signal));
  }

  /** Measures JWT-SVIDs that a tainted key has signed. */
  jwtSvidsTainted(count: number, ms: number): void {
    this.#measures.tainted('jwt', count, ms);
  }

  /** Asks for a sync now; resolves when one that began after the call has ended, well or not. */
  requestSync(): Promise<void> {
    return this.#loop.request();
  }

  /** Tells the loops that the server may answer again, after a renewal or a new attestation. */
  serverChanged(): void {
    this.#minter.wake();
    void this.#loop.request();
  }

  /** Takes a bundle that came from elsewhere, such as node attestation. */
  setBundle(bundle: Bundle): void {
    this.#cache.setBundle(bundle);
  }

  /** Follows the view of a selector set until closed; the listener hears of later ones and never throws. */
  watch(selectors: readonly Selector[], listener: (view: IdentityView) => void): Watch {
    return this.#cache.watch(selectors, listener);
  }

  /** The views of a selector set as they change, the current one first, until the signal is aborted. */
  async *views(selectors: readonly Selector[], signal: AbortSignal): AsyncGenerator<IdentityView> {
    const latest = new Latest<IdentityView>();
    const watch = this.#cache.watch(selectors, (view) => latest.put(view));
    try {
      if (watch.current !== undefined) latest.put(watch.current);
      yield* latest.read(signal);
    } finally {
      watch.close();
    }
  }

  /** All bundles the agent knows, now and after each change, until the signal is aborted. */
  async *bundles(signal: AbortSignal): AsyncGenerator<readonly Bundle[]> {
    const latest = new Latest<readonly Bundle[]>();
    if (this.#bundles.length > 0) latest.put(this.#bundles);
    this.#bundleReaders.add(latest);
    try {
      yield* latest.read(signal);
    } finally {
      this.#bundleReaders.delete(latest);
    }
  }

  /** Entries that match, by ID. */
  match(selectors: readonly Selector[]): RegistrationEntry[] {
    return this.#cache.match(selectors);
  }

  /** What a selector set is entitled to now, without following it; undefined before the first sync. */
  look(selectors: readonly Selector[]): IdentityView | undefined {
    return this.#cache.look(selectors);
  }

  /** All entries of this agent. */
  entries(): Iterable<RegistrationEntry> {
    return this.#cache.entries();
  }

  /** What stores are to keep; undefined before the first sync. */
  stored(): readonly StoredRecord[] | undefined {
    return this.#cache.stored();
  }

  /** What a loss of the server would cost, by trust domain. */
  outageFacts(): OutageFacts {
    const used = this.#cache.usedSvids().map(({ entryId, svid }) => ({
      entryId,
      spiffeId: svid.id,
      notAfterMs: svid.notAfterMs,
    }));
    return { own: this.#cache.bundle, federated: this.#cache.federatedBundles(), used };
  }

  /** The bundle of our own trust domain. */
  get bundle(): Bundle | undefined {
    return this.#cache.bundle;
  }

  async #sync(signal: AbortSignal): Promise<void> {
    const { clock, log, server, onBundle } = this.#options;
    const result = await syncOnce(server, this.#cache, log, signal);
    const first = this.#lastSyncMs === undefined;
    this.#lastSyncMs = clock.now();
    this.#lastSyncError = undefined;
    this.#ready.resolve(undefined);
    const { bundle } = this.#cache;
    this.#measures.synced(result, this.#sizes(), this.#lastSyncMs);
    if (result.bundleChanged && bundle !== undefined) {
      onBundle(bundle);
      log.info('Bundle updated', { trust_domain_id: bundle.trustDomain });
    }
    this.#publishBundles();
    this.#options.onSynced();
    clock.after(bundleLeadMs, () => this.#promoteHeld());
    if (first || result.changed + result.removed > 0) {
      log.info('Entries synchronized', { updated: result.changed, deleted: result.removed });
    }
  }

  #sizes() {
    const { entryCount: entries, svidCount: svids } = this.#cache;
    return { entries, svids, bundles: 1 + [...this.#cache.federatedBundles()].length };
  }

  #publishBundles(): void {
    const { bundle } = this.#cache;
    if (bundle === undefined) return;
    const now = [bundle, ...this.#cache.federatedBundles()];
    const isSame =
      now.length === this.#bundles.length && now.every((one, at) => one === this.#bundles[at]);
    if (isSame) return;
    this.#bundles = now;
    for (const reader of this.#bundleReaders) reader.put(now);
  }

  #promoteHeld(): void {
    const served = this.#cache.promoteHeld();
    for (const entryId of served) this.#minter.book(entryId);
    this.#cache.publish();
  }

  #syncFailed(error: unknown, retryMs: number): void {
    this.#lastSyncError = error;
    this.#measures.syncFailed();
    this.#options.log.error('Synchronization failed', {
      error,
      retry_interval: formatDuration(Math.round(retryMs)),
    });
    this.#options.onServerError(error);
  }

  #clockJumped(byMs: number): void {
    this.#options.log.warn('The wall clock jumped', { duration_ms: Math.round(byMs) });
    this.#minter.wake();
  }
}
