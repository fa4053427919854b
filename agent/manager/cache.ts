import { hasCode, messageOf } from '../../common/errors/spiffe-error.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import {
  canonicalSelectors,
  sameSelectors,
  selectorText,
  type Selector,
} from '../../common/spiffe/selector.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import { losesAuthority, newlyTainted, sameBundle } from './bundle-changes.ts';
import { EntryIndex } from './entry-index.ts';
import {
  identityOf,
  newEntryRecord,
  serve,
  waitingForSvid,
  type EntryRecord,
  type SetRecord,
} from './records.ts';
import { Views, viewOf } from './views.ts';

/** Throws the reason why `svid` must not be served: wrong ID, wrong key, expired, or not of the bundle. */
export type SvidCheck = (svid: X509Svid, id: SpiffeId, bundle: Bundle, nowMs: number) => void;

interface CacheOptions {
  readonly check: SvidCheck;
  readonly now: () => number;
  /** Soft limit: SVIDs of entries with subscribers are never dropped. */
  readonly maxSvids: number;
  /** Called with how many SVIDs a newly tainted authority has signed. */
  readonly onTainted?: (count: number) => void;
  /** Called with the ID of each entry that now needs a new SVID. */
  readonly onWanted: (entryId: string) => void;
  /** Entries with `store_svid` get SVIDs too: there is a store that keeps them. */
  readonly storesSvids?: boolean;
  /** Called after each `publish`. */
  readonly onPublished?: () => void;
}

/** What there is of one entry with `store_svid`. */
export interface StoredRecord {
  readonly entry: RegistrationEntry;
  readonly svid: X509Svid | undefined;
  readonly bundle: Bundle;
  readonly federated: ReadonlyMap<TrustDomain, Bundle>;
}

export interface EntryChanges {
  readonly changed: readonly RegistrationEntry[];
  readonly removed: readonly string[];
}

/** What became of a new SVID: a refused one never replaces a good one. */
type PutResult = 'served' | 'held' | 'refused' | 'gone';

/** A subscription to the view of one selector set. */
export interface Watch {
  readonly current: IdentityView | undefined;
  close(): void;
}

/**
 * The agent's entries, SVIDs and bundles, and the views made of them. Pure: no timer, no I/O. Work
 * is proportional to what a call changes; nothing is seen outside before `publish`.
 */
export class Cache {
  readonly #options: CacheOptions;
  readonly #entries = new Map<string, EntryRecord>();
  readonly #sets = new Map<string, SetRecord>();
  readonly #index = new EntryIndex();
  readonly #views = new Views();
  readonly #federated = new Map<TrustDomain, Bundle>();
  #own: Bundle | undefined;
  #ready = false;
  #svids = 0;
  /** Entries without SVID that nobody watches; taken when there is room. */
  readonly #cold = new Set<EntryRecord>();
  readonly #held = new Set<EntryRecord>();
  readonly #lapsed = new Set<EntryRecord>();

  constructor(options: CacheOptions) {
    this.#options = options;
  }

  get bundle(): Bundle | undefined {
    return this.#own;
  }

  get svidCount(): number {
    return this.#svids;
  }

  get entryCount(): number {
    return this.#entries.size;
  }

  entryIds(): Iterable<string> {
    return this.#entries.keys();
  }

  findEntry(entryId: string): RegistrationEntry | undefined {
    return this.#entries.get(entryId)?.entry;
  }

  /** The record behind an entry, for the mint queue. */
  findRecord(entryId: string): Readonly<EntryRecord> | undefined {
    return this.#entries.get(entryId);
  }

  /** Trust domains whose bundles the entries need, without our own. */
  federatedNames(): Set<TrustDomain> {
    const names = new Set<TrustDomain>();
    for (const { entry } of this.#entries.values()) {
      for (const name of entry.federatesWith) names.add(name);
    }
    if (this.#own !== undefined) names.delete(this.#own.trustDomain);
    return names;
  }

  /** Views are published from now on: the first sync is complete. */
  open(): void {
    this.#ready = true;
  }

  /**
   * Takes a new bundle of our own trust domain. SVIDs that no longer verify are withdrawn and wanted
   * anew, those of a newly tainted authority are wanted anew while they stay.
   */
  setBundle(bundle: Bundle): void {
    const before = this.#own;
    if (before !== undefined && sameBundle(before, bundle)) return;
    const tainted = newlyTainted(before, bundle);
    this.#own = bundle;
    this.#views.touchAll();
    if (before !== undefined && losesAuthority(before, bundle)) this.#recheck(bundle);
    if (tainted.length > 0) this.#markTainted({ ...bundle, x509Authorities: tainted });
    // Whoever tells of a taint signs anew, too.
    if (tainted.length > 0) for (const record of [...this.#lapsed]) this.#forgetLapsed(record);
  }

  /** Takes the bundle of a foreign trust domain, or forgets it. */
  setFederatedBundle(name: TrustDomain, bundle: Bundle | undefined): void {
    const before = this.#federated.get(name);
    if (bundle === undefined ? before === undefined : before && sameBundle(before, bundle)) return;
    if (bundle === undefined) this.#federated.delete(name);
    else this.#federated.set(name, bundle);
    for (const record of this.#entries.values()) {
      if (record.views.size > 0 && record.entry.federatesWith.includes(name)) {
        this.#views.touch(record);
      }
    }
  }

  /** Applies what a sync found; afterwards room is filled with, or taken from, entries nobody watches. */
  applyEntries({ changed, removed }: EntryChanges): void {
    for (const id of removed) this.#remove(id);
    for (const entry of changed) this.#upsert(entry);
    this.#evict();
    this.#prefetch();
  }

  /** Offers a new SVID. A bundle with its CA must have been published before it is served. */
  putSvid(entryId: string, svid: X509Svid): PutResult {
    const record = this.#entries.get(entryId);
    if (record === undefined || this.#own === undefined) return 'gone';
    const fault = this.#faultOf(record, svid, this.#own);
    if (fault === undefined) {
      this.#serve(record, svid);
      return 'served';
    }
    if (hasCode(fault, 'UNKNOWN_AUTHORITY')) {
      record.held = svid;
      this.#held.add(record);
      this.#explain(record, 'its X509-SVID waits for the bundle of the authority that signed it');
      return 'held';
    }
    this.#explain(record, `the new X509-SVID is not usable: ${messageOf(fault)}`);
    return 'refused';
  }

  /** Serves what was held and now verifies. Call it after the new bundle was published. */
  promoteHeld(): string[] {
    const served: string[] = [];
    for (const record of [...this.#held]) {
      if (record.held === undefined) continue;
      if (this.putSvid(record.entry.id, record.held) === 'served') served.push(record.entry.id);
    }
    return served;
  }

  /** Says why an entry has no SVID yet; a served one is not touched. */
  failMint(entryId: string, reason: string): void {
    const record = this.#entries.get(entryId);
    if (record !== undefined) this.#explain(record, reason);
  }

  /** Withdraws the SVID when its time has passed: an expired one helps nobody, unless the clock was wrong. */
  dropExpired(entryId: string): boolean {
    const record = this.#entries.get(entryId);
    const svid = record?.svid;
    if (record === undefined || svid === undefined) return false;
    if (svid.notAfterMs > this.#options.now()) return false;
    this.#withdraw(record, 'its X509-SVID has expired');
    record.lapsed = svid;
    this.#lapsed.add(record);
    return true;
  }

  /** Whether there is something that a clock set back would bring back. */
  get hasLapsed(): boolean {
    return this.#lapsed.size > 0;
  }

  /** Serves again what a wall clock that was ahead has ended; returns the IDs of the entries. */
  restoreLapsed(): string[] {
    const nowMs = this.#options.now();
    const restored: string[] = [];
    for (const record of [...this.#lapsed]) {
      const { lapsed, stale } = record;
      if (lapsed === undefined || this.#own === undefined || lapsed.notAfterMs <= nowMs) continue;
      this.#forgetLapsed(record);
      if (this.#faultOf(record, lapsed, this.#own) !== undefined) continue;
      this.#serve(record, lapsed);
      // What made it worth replacing still does.
      record.stale = stale;
      restored.push(record.entry.id);
    }
    return restored;
  }

  /** Follows the view of a selector set until closed; the listener hears of later ones. */
  watch(selectors: readonly Selector[], listener: (view: IdentityView) => void): Watch {
    const set = this.#setFor(selectors);
    set.listeners.add(listener);
    this.publish();
    return {
      get current() {
        return set.published;
      },
      close: () => this.#unwatch(set, listener),
    };
  }

  /** Entries that these selectors match, by ID. */
  match(selectors: readonly Selector[]): RegistrationEntry[] {
    return this.#matching(selectors).map(({ entry }) => entry);
  }

  /** The view of a selector set as it is now, without following it; undefined before the first sync. */
  look(selectors: readonly Selector[]): IdentityView | undefined {
    if (!this.#ready || this.#own === undefined) return undefined;
    return viewOf(this.#matching(selectors), { own: this.#own, federated: this.#federated }, 0);
  }

  /** All entries. */
  *entries(): Generator<RegistrationEntry> {
    for (const { entry } of this.#entries.values()) yield entry;
  }

  /** The entries whose SVIDs stores keep; undefined before the first sync. */
  stored(): readonly StoredRecord[] | undefined {
    const bundle = this.#own;
    if (!this.#ready || bundle === undefined) return undefined;
    const records = [...this.#entries.values()].filter((record) => record.stored);
    return records.map(({ entry, svid }) => {
      const federated = entry.federatesWith.flatMap((name) => {
        const known = this.#federated.get(name);
        return known === undefined ? [] : [[name, known] as const];
      });
      return { entry, svid, bundle, federated: new Map(federated) };
    });
  }

  /** The X509-SVIDs that somebody follows. */
  *usedSvids(): Generator<{ readonly entryId: string; readonly svid: X509Svid }> {
    for (const { entry, svid, watchers } of this.#entries.values()) {
      if (svid !== undefined && watchers > 0) yield { entryId: entry.id, svid };
    }
  }

  federatedBundles(): Iterable<Bundle> {
    return this.#federated.values();
  }

  /** Makes the views that changed and tells their listeners. */
  publish(): void {
    if (!this.#ready || this.#own === undefined) return;
    this.#views.publish({ own: this.#own, federated: this.#federated });
    this.#options.onPublished?.();
  }

  #matching(selectors: readonly Selector[]): EntryRecord[] {
    return this.#index
      .entriesOf(new Set(selectors.map(selectorText)))
      .sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
  }

  #setFor(selectors: readonly Selector[]): SetRecord {
    const texts = canonicalSelectors(selectors).map(selectorText);
    const key = JSON.stringify(texts);
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const set = this.#views.newSet(key, new Set(texts), this.#index.entriesOf(new Set(texts)));
    this.#sets.set(key, set);
    this.#index.addSet(set);
    for (const member of set.record.members) this.#used(member);
    return set;
  }

  #unwatch(set: SetRecord, listener: (view: IdentityView) => void): void {
    set.listeners.delete(listener);
    if (set.listeners.size > 0 || !this.#sets.delete(set.key)) return;
    this.#index.removeSet(set);
    this.#views.release(set);
    for (const member of set.record.members) {
      member.lastUsedMs = this.#options.now();
      this.#sortOut(member);
    }
  }

  #used(record: EntryRecord): void {
    record.lastUsedMs = this.#options.now();
    this.#sortOut(record);
    if (record.svid === undefined && record.held === undefined) this.#want(record);
  }

  #upsert(entry: RegistrationEntry): void {
    const record = this.#entries.get(entry.id);
    if (record === undefined) this.#add(entry);
    else this.#update(record, entry);
  }

  #add(entry: RegistrationEntry): void {
    const record = newEntryRecord(entry);
    this.#entries.set(entry.id, record);
    this.#enlist(record);
  }

  #update(record: EntryRecord, entry: RegistrationEntry): void {
    const before = record.entry;
    record.entry = entry;
    this.#unhold(record);
    this.#forgetLapsed(record);
    if (!sameSelectors(before.selectors, entry.selectors) || before.storeSvid !== entry.storeSvid) {
      this.#delist(record);
      record.texts.clear();
      for (const selector of entry.selectors) record.texts.add(selectorText(selector));
      this.#enlist(record);
    }
    if (record.svid !== undefined) this.#refresh(record, record.svid);
    this.#views.touch(record);
    if (record.svid !== undefined || record.watchers > 0) this.#want(record);
  }

  /** The entry changed: its SVID stays until the next one, unless it names another ID. */
  #refresh(record: EntryRecord, svid: X509Svid): void {
    record.stale = true;
    if (svid.id === record.entry.spiffeId) {
      record.identity = identityOf(record.entry, svid);
    } else {
      this.#withdraw(record, 'its SPIFFE ID changed; waiting for the new X509-SVID');
    }
  }

  #enlist(record: EntryRecord): void {
    if (record.entry.storeSvid) {
      this.#enlistStored(record);
      return;
    }
    this.#index.addEntry(record);
    for (const set of this.#index.setsOf(record)) {
      this.#views.assign(set, [...set.record.members, record]);
    }
    if (record.watchers > 0) this.#used(record);
    else this.#sortOut(record);
  }

  /** No caller is ever served it; without a store it is not even signed. */
  #enlistStored(record: EntryRecord): void {
    if (this.#options.storesSvids !== true) return;
    record.stored = true;
    record.watchers++;
    this.#used(record);
  }

  #delist(record: EntryRecord): void {
    if (record.stored) {
      record.stored = false;
      record.watchers--;
      return;
    }
    this.#index.removeEntry(record);
    for (const { sets } of [...record.views]) {
      for (const set of [...sets]) {
        this.#views.assign(
          set,
          set.record.members.filter((member) => member !== record),
        );
      }
    }
    this.#cold.delete(record);
  }

  #remove(entryId: string): void {
    const record = this.#entries.get(entryId);
    if (record === undefined) return;
    this.#delist(record);
    this.#entries.delete(entryId);
    this.#unhold(record);
    this.#forgetLapsed(record);
    if (record.svid !== undefined) this.#svids--;
  }

  #serve(record: EntryRecord, svid: X509Svid): void {
    if (record.svid === undefined) this.#svids++;
    this.#unhold(record);
    this.#forgetLapsed(record);
    record.stale = false;
    serve(record, svid);
    this.#sortOut(record);
    this.#views.touch(record);
  }

  #withdraw(record: EntryRecord, reason: string): void {
    if (record.svid !== undefined) this.#svids--;
    serve(record, undefined, reason);
    this.#sortOut(record);
    this.#views.touch(record);
    if (record.watchers > 0) this.#want(record);
  }

  #unhold(record: EntryRecord): void {
    record.held = undefined;
    this.#held.delete(record);
  }

  #forgetLapsed(record: EntryRecord): void {
    record.lapsed = undefined;
    this.#lapsed.delete(record);
  }

  #explain(record: EntryRecord, reason: string): void {
    if (record.svid !== undefined || record.reason === reason) return;
    record.reason = reason;
    this.#views.touch(record);
  }

  #recheck(bundle: Bundle): void {
    for (const record of this.#entries.values()) {
      if (record.svid === undefined) continue;
      const fault = this.#faultOf(record, record.svid, bundle);
      if (fault === undefined) continue;
      record.stale = true;
      this.#withdraw(record, `its X509-SVID is no longer usable: ${messageOf(fault)}`);
    }
  }

  #markTainted(tainted: Bundle): void {
    let count = 0;
    for (const record of this.#entries.values()) {
      if (record.svid === undefined || this.#faultOf(record, record.svid, tainted) !== undefined) {
        continue;
      }
      record.stale = true;
      this.#want(record);
      count++;
    }
    this.#options.onTainted?.(count);
  }

  #faultOf(record: EntryRecord, svid: X509Svid, bundle: Bundle): unknown {
    try {
      this.#options.check(svid, record.entry.spiffeId, bundle, this.#options.now());
      return undefined;
    } catch (error) {
      return error;
    }
  }

  #want(record: EntryRecord): void {
    this.#options.onWanted(record.entry.id);
  }

  #sortOut(record: EntryRecord): void {
    const cold =
      record.svid === undefined &&
      record.held === undefined &&
      record.watchers === 0 &&
      !record.entry.storeSvid &&
      !record.entry.disableX509SvidPrefetch;
    if (cold) this.#cold.add(record);
    else this.#cold.delete(record);
  }

  #prefetch(): void {
    let room = this.#options.maxSvids - this.#svids;
    for (const record of this.#cold) {
      if (room-- <= 0) return;
      this.#want(record);
    }
  }

  #evict(): void {
    const excess = this.#svids - this.#options.maxSvids;
    if (excess <= 0) return;
    [...this.#entries.values()]
      .filter((record) => record.svid !== undefined && record.watchers === 0)
      .sort((a, b) => a.lastUsedMs - b.lastUsedMs)
      .slice(0, excess)
      .forEach((record) => this.#withdraw(record, waitingForSvid));
  }
}
