import type { ManagedKey } from '../../common/keymanager/key-manager.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import type { Authority, NewAuthority, Place, Slot } from './authority.ts';
import type { Authorities } from './bundle-store.ts';
import type { AuthorityKind, JournalEntry } from './journal.ts';

/** What the rotation of X.509 and of JWT authorities does differently. */
export interface KindRules<T extends Authority> {
  readonly kind: AuthorityKind;
  /** For errors: `X.509 authority`. */
  readonly label: string;
  readonly keyType: KeyType;
  /** SPIRE 1.15: whether every tainted item of the bundle can be revoked, or only our own old one. */
  readonly revokesAny: boolean;
  /** Whether nobody trusts what it signs before the moment it was made. */
  readonly isDated: boolean;
  /** SPIRE's key manager id of a slot. */
  keyId(slot: Slot): string;
  /** Makes the authority of a fresh key, checked. */
  create(key: ManagedKey, nowMs: number): Promise<Created<T>>;
  /** What the journal keeps of it. */
  chainOf(authority: T): readonly Uint8Array[];
  /** Builds an authority from its journal entry; undefined when the key is another one. */
  restore(entry: JournalEntry, key: ManagedKey): NewAuthority<T> | undefined;
  place(authority: NewAuthority<T>, place: Place): T;
  /** Whether peers can trust it through this bundle. */
  trustOf(bundle: Bundle, authority: T): Trust;
  /** The items of the bundle that this authority stands for. */
  items(bundle: Bundle): readonly BundleItem[];
  /** The bundle with one item marked as tainted, or without it. */
  taint(bundle: Bundle, authorityId: string): Authorities;
  remove(bundle: Bundle, authorityId: string): Authorities;
}

/**
 * - `trusted`: peers that hold the bundle trust what it signs;
 * - `tainted`: they do, but are to replace it;
 * - `unknown`: the bundle leads nowhere from it.
 */
export type Trust = 'trusted' | 'tainted' | 'unknown';

/** An authority's item in the bundle: X.509 root or JWT key. */
interface BundleItem {
  readonly authorityId: string;
  readonly notAfterMs: number;
  readonly tainted: boolean;
}

export interface Created<T extends Authority> {
  readonly authority: NewAuthority<T>;
  /** Since when the bundle has what peers trust it by; undefined when `publish` adds it. */
  readonly knownSinceMs?: number;
  /** The bundle with what peers need; undefined when it has all of it. */
  publish(bundle: Bundle): Authorities | undefined;
}
