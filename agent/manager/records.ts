import type { IdentityView, Identity } from '../../common/spiffe/identity-view.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import { selectorText } from '../../common/spiffe/selector.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';

/** What the cache knows of one registration entry. */
export interface EntryRecord {
  entry: RegistrationEntry;
  /** Served: it passed every check against the bundle in force. */
  svid: X509Svid | undefined;
  /** Signed by an authority that the bundle does not have yet. */
  held: X509Svid | undefined;
  /** Withdrawn because its time had passed by the wall clock, which may be set back. */
  lapsed: X509Svid | undefined;
  /** The served SVID is to be replaced although it is not old: the entry changed or its CA is tainted. */
  stale: boolean;
  /** Why nothing is served, for people. */
  reason: string;
  /** The first of its selectors by which the index finds it. */
  anchor: string;
  readonly texts: Set<string>;
  readonly views: Set<ViewRecord>;
  /** Selector sets with a subscriber that match it. */
  watchers: number;
  lastUsedMs: number;
  /** Its SVID is for a store, which counts as a watcher. */
  stored: boolean;
  identity: Identity | undefined;
}

/** One list of matching entries; all selector sets that match the same entries share its view. */
export interface ViewRecord {
  readonly key: string;
  /** By entry ID, ascending. */
  readonly members: readonly EntryRecord[];
  readonly sets: Set<SetRecord>;
  view: IdentityView | undefined;
}

/** One canonical selector set with at least one subscriber. */
export interface SetRecord {
  readonly key: string;
  readonly texts: ReadonlySet<string>;
  readonly listeners: Set<(view: IdentityView) => void>;
  record: ViewRecord;
  /** What the listeners saw last. */
  published: IdentityView | undefined;
}

export const waitingForSvid = 'waiting for its X509-SVID';

export function newEntryRecord(entry: RegistrationEntry): EntryRecord {
  return {
    entry,
    svid: undefined,
    held: undefined,
    lapsed: undefined,
    stale: false,
    reason: waitingForSvid,
    anchor: '',
    texts: new Set(entry.selectors.map(selectorText)),
    views: new Set(),
    watchers: 0,
    lastUsedMs: 0,
    stored: false,
    identity: undefined,
  };
}

/** An entry matches when all of its selectors are among the caller's. */
export function matches(record: EntryRecord, texts: ReadonlySet<string>): boolean {
  return record.texts.isSubsetOf(texts);
}

/** Serves `svid`, or nothing when it is undefined; the reason then says why. */
export function serve(record: EntryRecord, svid: X509Svid | undefined, reason = ''): void {
  record.svid = svid;
  record.reason = reason;
  record.identity = svid === undefined ? undefined : identityOf(record.entry, svid);
}

export function identityOf(entry: RegistrationEntry, svid: X509Svid): Identity {
  return {
    entryId: entry.id,
    hint: entry.hint,
    createdAtMs: entry.createdAtMs,
    federatesWith: entry.federatesWith,
    svid,
  };
}
