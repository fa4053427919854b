import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { IdentityView } from '../../common/spiffe/identity-view.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { EntryRecord, SetRecord, ViewRecord } from './records.ts';

/** The bundles that views are made with. */
interface Bundles {
  readonly own: Bundle;
  readonly federated: ReadonlyMap<TrustDomain, Bundle>;
}

/**
 * Holds one view per list of matching entries and publishes what changed. Views that say the same
 * are the same object, so whoever encodes one may keep the bytes beside it.
 */
export class Views {
  readonly #records = new Map<string, ViewRecord>();
  readonly #dirty = new Set<ViewRecord>();
  #revision = 0;

  /** A selector set that sees the view of exactly these entries. */
  newSet(key: string, texts: ReadonlySet<string>, entries: readonly EntryRecord[]): SetRecord {
    const record = this.#of(entries);
    const set = { key, texts, listeners: new Set<never>(), record, published: undefined };
    this.#attach(set, record);
    return set;
  }

  /** Moves a set to the view of exactly these entries. */
  assign(set: SetRecord, entries: readonly EntryRecord[]): void {
    const next = this.#of(entries);
    if (set.record === next) return;
    this.release(set);
    set.record = next;
    this.#attach(set, next);
  }

  /** Takes a set off its view, which goes when it was the last. */
  release(set: SetRecord): void {
    const { record } = set;
    if (!record.sets.delete(set)) return;
    for (const member of record.members) member.watchers--;
    if (record.sets.size === 0) this.#drop(record);
  }

  #attach(set: SetRecord, record: ViewRecord): void {
    record.sets.add(set);
    for (const member of record.members) member.watchers++;
    this.#dirty.add(record);
  }

  #of(entries: readonly EntryRecord[]): ViewRecord {
    const members = [...new Set(entries)].sort((a, b) => (a.entry.id < b.entry.id ? -1 : 1));
    const key = JSON.stringify(members.map((member) => member.entry.id));
    const known = this.#records.get(key);
    if (known !== undefined) return known;
    const record: ViewRecord = { key, members, sets: new Set(), view: undefined };
    this.#records.set(key, record);
    for (const member of members) member.views.add(record);
    return record;
  }

  /** The members' views are made again at the next `publish`. */
  touch(entry: EntryRecord): void {
    for (const record of entry.views) this.#dirty.add(record);
  }

  touchAll(): void {
    for (const record of this.#records.values()) this.#dirty.add(record);
  }

  /** Makes what is dirty and tells those who listen, each at most once. */
  publish(bundles: Bundles): void {
    const records = [...this.#dirty];
    this.#dirty.clear();
    for (const record of records) {
      if (record.sets.size === 0) continue;
      record.view = this.#make(record, bundles);
      for (const set of record.sets) tell(set, record.view);
    }
  }

  #make(record: ViewRecord, bundles: Bundles): IdentityView {
    const candidate = viewOf(record.members, bundles, this.#revision + 1);
    if (record.view !== undefined && sameView(record.view, candidate)) return record.view;
    this.#revision++;
    return candidate;
  }

  #drop(record: ViewRecord): void {
    this.#records.delete(record.key);
    this.#dirty.delete(record);
    for (const member of record.members) member.views.delete(record);
  }
}

/** The view of exactly these entries, in order of their ID. */
export function viewOf(
  members: readonly EntryRecord[],
  bundles: Bundles,
  revision: number,
): IdentityView {
  return {
    revision,
    identities: members.flatMap(({ identity }) => identity ?? []),
    pending: members.filter(({ identity }) => identity === undefined).map(pendingOf),
    bundle: bundles.own,
    federatedBundles: federatedOf(members, bundles),
  };
}

function tell(set: SetRecord, view: IdentityView): void {
  if (set.published === view) return;
  set.published = view;
  for (const listener of set.listeners) listener(view);
}

function pendingOf({ entry, reason }: EntryRecord) {
  return { entryId: entry.id, spiffeId: entry.spiffeId, reason };
}

function federatedOf(
  members: readonly EntryRecord[],
  { own, federated }: Bundles,
): Map<TrustDomain, Bundle> {
  const names = new Set(members.flatMap(({ entry }) => entry.federatesWith));
  const found = new Map<TrustDomain, Bundle>();
  for (const name of [...names].sort()) {
    const bundle = federated.get(name);
    if (bundle !== undefined && name !== own.trustDomain) found.set(name, bundle);
  }
  return found;
}

function sameView(a: IdentityView, b: IdentityView): boolean {
  return (
    a.bundle === b.bundle &&
    a.identities.length === b.identities.length &&
    a.identities.every((identity, at) => identity === b.identities[at]) &&
    a.pending.length === b.pending.length &&
    a.pending.every((pending, at) => {
      const other = b.pending[at];
      return (
        pending.entryId === other?.entryId &&
        pending.spiffeId === other.spiffeId &&
        pending.reason === other.reason
      );
    }) &&
    a.federatedBundles.size === b.federatedBundles.size &&
    [...a.federatedBundles].every(([name, bundle]) => b.federatedBundles.get(name) === bundle)
  );
}
