import type { Clock } from '../common/clock/clock.ts';
import { SpiffeError } from '../common/errors/spiffe-error.ts';
import type { Logger } from '../common/log/logger.ts';
import type { LocalPeer } from '../common/rpc/contract.ts';
import { sameX509Authorities } from '../common/spiffe/bundle.ts';
import type { IdentityView } from '../common/spiffe/identity-view.ts';
import type { Flavour, SdsConfig } from './config.ts';
import type { IdentitySource, ViewReader } from './identity-source.ts';
import type { News } from './news.ts';
import type { Answer, Offer, OfferCache } from './offer.ts';
import { each, withOne, withoutOne, type OneOrMore } from './one-or-more.ts';
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
export class SdsConnection implements Publisher, ViewReader {
  readonly peer: LocalPeer;
  readonly #deps: ConnectionDeps;
  /** Ends an attestation under way. */
  #attesting: AbortController | undefined;
  readonly #source: Promise<IdentitySource>;
  readonly #watchers = new Set<Watcher>();
  readonly #onEnd: () => void;
  readonly #index: Partial<Record<Flavour, Map<string, OneOrMore<Watcher>>>> = {};
  #wildcards: Partial<Record<Flavour, Set<Watcher>>> | undefined;
  #starved: Set<Watcher> | undefined;
  #stopFollowing: (() => void) | undefined;
  #opened: IdentitySource | undefined;
  #view: IdentityView | undefined;
  #newest: IdentityView | undefined;
  #viewAtMs = 0;
  #outstanding = 0;
  #ended = false;
  #failure: unknown;
  #certificatesNotBeforeMs = 0;
  #holdSinceMs = 0;

  /** The peer must be connected. `onEnd` is called once, when no new stream may use this connection any more. */
  constructor(peer: LocalPeer, deps: ConnectionDeps, onEnd: () => void) {
    this.peer = peer;
    this.#deps = deps;
    this.#onEnd = onEnd;
    peer.closed.addEventListener('abort', () => this.ended(), { once: true });
    this.#source = this.#attest();
    this.#source.catch((error: unknown) => this.ended(error));
  }

  /** Resolves when the caller is attested; rejects when it cannot be. */
  attested(): Promise<IdentitySource> {
    return this.#source;
  }

  /** The same, once that is known. */
  get source(): IdentitySource | undefined {
    return this.#opened;
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
    this.#starved ??= new Set();
    this.#starved.add(watcher);
    return false;
  }

  /** Counts bytes that the transport has not taken yet. */
  outstanding(change: number): void {
    this.#outstanding += change;
    if (change > 0 || this.#starved === undefined) return;
    if (this.#outstanding >= this.#deps.config.limits.outstanding_bytes) return;
    const starved = this.#starved;
    this.#starved = undefined;
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
    this.#starved?.delete(watcher);
  }

  watch(flavour: Flavour, name: string, watcher: Watcher): void {
    const names = (this.#index[flavour] ??= new Map());
    names.set(name, withOne(names.get(name), watcher));
  }

  unwatch(flavour: Flavour, name: string, watcher: Watcher): void {
    const names = this.#index[flavour];
    const watchers = withoutOne(names?.get(name), watcher);
    if (watchers === undefined) names?.delete(name);
    else names?.set(name, watchers);
  }

  watchEverything(flavour: Flavour, watcher: Watcher, on: boolean): void {
    this.#wildcards ??= {};
    const watchers = (this.#wildcards[flavour] ??= new Set());
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
    for (const [flavour, names] of entriesOf(this.#index)) {
      const old = this.#deps.offers.offer(before, flavour);
      const offer = this.#deps.offers.offer(after, flavour);
      for (const [name, watchers] of names) {
        const answer = offer.find(name);
        if (sameAnswer(old.find(name), answer)) continue;
        const isBundle = answer.kind === 'resource' && answer.resource.kind === 'bundle';
        for (const watcher of each(watchers)) (isBundle ? bundles : certificates).add(watcher);
      }
    }
    for (const [flavour, watchers] of entriesOf(this.#wildcards ?? {})) {
      if (watchers.size === 0) continue;
      const old = this.#deps.offers.offer(before, flavour).everything();
      if (sameNames(old, this.#deps.offers.offer(after, flavour).everything())) continue;
      for (const watcher of watchers) bundles.add(watcher);
    }
    return { bundles, certificates: certificates.difference(bundles) };
  }

  // ViewReader.

  view(view: IdentityView): void {
    this.#newest = view;
    this.#viewAtMs = this.#deps.clock.monotonic();
    if (this.#view !== undefined) {
      this.#deps.queue.add(this);
      return;
    }
    for (const stream of this.publish().bundles) stream.refresh();
  }

  /** Ends all streams; whoever follows a connection that has ended already hears of it at once. */
  ended(error?: unknown): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#failure = error;
    this.#stopFollowing?.();
    this.#deps.queue.remove(this);
    this.#attesting?.abort(new SpiffeError('CANCELLED', 'the connection ended'));
    for (const watcher of [...this.#watchers]) watcher.end(error);
    this.#onEnd();
  }

  async #attest(): Promise<IdentitySource> {
    const { clock, sourceFor, telemetry } = this.#deps;
    const startedMs = clock.monotonic();
    const attesting = new AbortController();
    this.#attesting = attesting;
    const source = await sourceFor(this.peer, attesting.signal);
    this.#attesting = undefined;
    telemetry.attested(clock.monotonic() - startedMs);
    if (this.#ended) return source;
    this.#opened = source;
    this.#stopFollowing = source.follow(this);
    return source;
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

function entriesOf<T>(byFlavour: Partial<Record<Flavour, T>>): (readonly [Flavour, T])[] {
  return Object.entries(byFlavour) as [Flavour, T][];
}

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
