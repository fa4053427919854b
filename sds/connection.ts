import type { Clock } from '../common/clock/clock.ts';
import type { Logger } from '../common/log/logger.ts';
import type { LocalPeer } from '../common/rpc/contract.ts';
import { sameX509Authorities } from '../common/spiffe/bundle.ts';
import type { IdentityView } from '../common/spiffe/identity-view.ts';
import type { Flavour, SdsConfig } from './config.ts';
import type { IdentitySource } from './identity-source.ts';
import type { News } from './news.ts';
import type { Answer, Offer, OfferCache } from './offer.ts';
import type { Publisher, Pushable, PushQueue, Touched } from './push-queue.ts';
import { defaultIdentity } from './resource-names.ts';
import type { SdsTelemetry } from './telemetry.ts';

/** Opens the source of a caller's identities; attests it first. */
export type SourceFor = (peer: LocalPeer, signal: AbortSignal) => Promise<IdentitySource>;

export interface ConnectionDeps {
  readonly sourceFor: SourceFor;
  readonly config: SdsConfig;
  readonly offers: OfferCache;
  readonly queue: PushQueue;
  readonly news: News;
  readonly telemetry: SdsTelemetry;
  readonly log: Logger;
  readonly clock: Clock;
}

/** A stream of this connection. */
export interface Watcher extends Pushable {
  /** Ends the stream; without an error it ends well. */
  end(error?: unknown): void;
}

/**
 * One caller's connection: attested once, one view for all its streams, and an index of who watches
 * what, so that a change touches only the streams that watch it.
 */
export class SdsConnection implements Publisher {
  readonly peer: LocalPeer;
  readonly #deps: ConnectionDeps;
  readonly #ending = new AbortController();
  readonly #source: Promise<IdentitySource>;
  readonly #watchers = new Set<Watcher>();
  readonly #index = new Map<Flavour, Map<string, Set<Watcher>>>();
  readonly #wildcards = new Map<Flavour, Set<Watcher>>();
  readonly #starved = new Set<Watcher>();
  #opened: IdentitySource | undefined;
  #view: IdentityView | undefined;
  #newest: IdentityView | undefined;
  #viewAtMs = 0;
  #outstanding = 0;
  #ended = false;
  #failure: unknown;
  #certificatesNotBeforeMs = 0;
  #holdSinceMs = 0;

  /** `onEnd` is called once, when no new stream may use this connection any more. */
  constructor(peer: LocalPeer, deps: ConnectionDeps, onEnd: () => void) {
    this.peer = peer;
    this.#deps = deps;
    const stop = () => this.#ending.abort(new Error('the connection ended'));
    if (peer.closed.aborted) stop();
    else peer.closed.addEventListener('abort', stop, { once: true });
    const startedMs = deps.clock.monotonic();
    this.#source = deps.sourceFor(peer, this.#ending.signal);
    void this.#run(startedMs)
      .then(
        () => this.#endAll(),
        (error: unknown) => this.#endAll(error),
      )
      .finally(() => {
        peer.closed.removeEventListener('abort', stop);
        deps.queue.remove(this);
        stop();
        onEnd();
      });
  }

  /** Resolves when the caller is attested; rejects when it cannot be. */
  attested(): Promise<IdentitySource> {
    return this.#source;
  }

  /** Stands for the process across its connections; for the connection where the process is unknown. */
  get process(): string {
    return this.peer.pid === 0 ? this.peer.connectionId : String(this.peer.pid);
  }

  /** When the present view arrived, on the monotonic clock. */
  get viewAtMs(): number {
    return this.#viewAtMs;
  }

  get certificatesNotBeforeMs(): number {
    return this.#certificatesNotBeforeMs;
  }

  /** False while the peer leaves too many bytes unread; the watcher is refreshed when that changes. */
  hasRoom(watcher: Watcher): boolean {
    if (this.#outstanding < this.#deps.config.limits.outstanding_bytes) return true;
    this.#starved.add(watcher);
    return false;
  }

  /** Counts bytes that the transport has not taken yet. */
  outstanding(change: number): void {
    this.#outstanding += change;
    if (change > 0 || this.#starved.size === 0) return;
    if (this.#outstanding >= this.#deps.config.limits.outstanding_bytes) return;
    const starved = [...this.#starved];
    this.#starved.clear();
    for (const watcher of starved) watcher.refresh();
  }

  offer(flavour: Flavour): Offer | undefined {
    return this.#view === undefined ? undefined : this.#deps.offers.offer(this.#view, flavour);
  }

  join(watcher: Watcher): void {
    this.#watchers.add(watcher);
    if (this.#ended) watcher.end(this.#failure);
  }

  leave(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    this.#starved.delete(watcher);
  }

  watch(flavour: Flavour, name: string, watcher: Watcher): void {
    const names = this.#index.get(flavour) ?? new Map<string, Set<Watcher>>();
    this.#index.set(flavour, names);
    names.set(name, (names.get(name) ?? new Set()).add(watcher));
  }

  unwatch(flavour: Flavour, name: string, watcher: Watcher): void {
    const names = this.#index.get(flavour);
    const watchers = names?.get(name);
    watchers?.delete(watcher);
    if (watchers?.size === 0) names?.delete(name);
  }

  watchEverything(flavour: Flavour, watcher: Watcher, on: boolean): void {
    const watchers = this.#wildcards.get(flavour) ?? new Set();
    this.#wildcards.set(flavour, watchers);
    if (on) watchers.add(watcher);
    else watchers.delete(watcher);
  }

  /** Passes a name that may come on to the sync. */
  want(name: string): void {
    this.#opened?.want(name);
  }

  /** True when this reason was not yet told about the name to the log, for this process. */
  isNews(name: string, reason: string): boolean {
    return this.#deps.news.isNews(this.process, name, reason);
  }

  publish(): Touched {
    const before = this.#view;
    const after = this.#newest;
    const bundles = new Set<Watcher>();
    const certificates = new Set<Watcher>();
    if (after === undefined || after === before) return { bundles, certificates };
    this.#view = after;
    if (before === undefined) return { bundles: [...this.#watchers], certificates };
    this.#holdCertificates(before, after);
    this.#countDefault(before, after);
    for (const [flavour, names] of this.#index) {
      const old = this.#deps.offers.offer(before, flavour);
      const offer = this.#deps.offers.offer(after, flavour);
      for (const [name, watchers] of names) {
        const answer = offer.find(name);
        if (sameAnswer(old.find(name), answer)) continue;
        const isBundle = answer.kind === 'resource' && answer.resource.kind === 'bundle';
        for (const watcher of watchers) (isBundle ? bundles : certificates).add(watcher);
      }
    }
    for (const [flavour, watchers] of this.#wildcards) {
      if (watchers.size === 0) continue;
      const old = this.#deps.offers.offer(before, flavour).everything();
      if (sameNames(old, this.#deps.offers.offer(after, flavour).everything())) continue;
      for (const watcher of watchers) bundles.add(watcher);
    }
    return { bundles, certificates: certificates.difference(bundles) };
  }

  async #run(startedMs: number): Promise<void> {
    const { clock, telemetry } = this.#deps;
    const source = await this.#source;
    this.#opened = source;
    telemetry.attested(clock.monotonic() - startedMs);
    for await (const view of source.views(this.#ending.signal)) {
      this.#newest = view;
      this.#viewAtMs = clock.monotonic();
      if (this.#view !== undefined) this.#deps.queue.add(this);
      else for (const stream of this.publish().bundles) stream.refresh();
    }
  }

  #endAll(error?: unknown): void {
    this.#ended = true;
    // A failure that only says that the peer left is no news to its streams.
    this.#failure = this.#ending.signal.aborted ? undefined : error;
    for (const watcher of [...this.#watchers]) watcher.end(this.#failure);
  }

  #holdCertificates(before: IdentityView, after: IdentityView): void {
    if (!bundlesDiffer(before, after)) return;
    const { certificate_delay: delayMs } = this.#deps.config;
    const nowMs = this.#deps.clock.now();
    if (nowMs >= this.#certificatesNotBeforeMs) this.#holdSinceMs = nowMs;
    // Bundles that change without a pause must not keep a certificate back for ever.
    this.#certificatesNotBeforeMs = Math.min(
      nowMs + delayMs,
      this.#holdSinceMs + longestHold * delayMs,
    );
  }

  #countDefault(before: IdentityView, after: IdentityView): void {
    const old = defaultIdentity(before, this.#deps.config);
    const now = defaultIdentity(after, this.#deps.config);
    if (old === undefined || now === undefined || old.entryId === now.entryId) return;
    this.#deps.telemetry.defaultIdentityChanged();
    this.#deps.log.warn('Default identity of a workload changed', {
      pid: this.peer.pid,
      entry_id: now.entryId,
      spiffe_id: now.svid.id,
    });
  }
}

const longestHold = 10;

function sameAnswer(a: Answer, b: Answer): boolean {
  if (a.kind === 'resource' || b.kind === 'resource') {
    // Equal content is one object: secrets are interned.
    return a.kind === 'resource' && b.kind === 'resource' && a.resource === b.resource;
  }
  return a.kind === b.kind && a.reason === b.reason;
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, at) => name === b[at]);
}

function bundlesDiffer(a: IdentityView, b: IdentityView): boolean {
  if (!sameX509Authorities(a.bundle, b.bundle)) return true;
  if (a.federatedBundles.size !== b.federatedBundles.size) return true;
  return [...a.federatedBundles].some(([name, bundle]) => {
    const other = b.federatedBundles.get(name);
    return other === undefined || !sameX509Authorities(bundle, other);
  });
}
