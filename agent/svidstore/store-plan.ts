import { sameX509Authorities, type Bundle } from '../../common/spiffe/bundle.ts';
import type { RegistrationEntry } from '../../common/spiffe/registration-entry.ts';
import type { Selector } from '../../common/spiffe/selector.ts';
import { trustDomainId, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import type { X509Svid } from '../../common/spiffe/x509-svid.ts';
import type { StoredSvid } from './svid-store.ts';

/** What the agent has for one entry with `store_svid`. */
export interface StoreRecord {
  readonly entry: RegistrationEntry;
  /** Absent until the server has signed it. */
  readonly svid: X509Svid | undefined;
  readonly bundle: Bundle;
  /** Of the trust domains that the entry federates with, those that are known. */
  readonly federated: ReadonlyMap<TrustDomain, Bundle>;
}

/** Which store keeps an entry, and where. */
export interface StoreLocation {
  readonly store: string;
  readonly metadata: readonly string[];
}

/** Reads an entry's selectors: their one type names the store. A text is what is wrong with them. */
export function locate(selectors: readonly Selector[]): StoreLocation | string {
  const [first] = selectors;
  if (first === undefined) return 'no selectors found';
  if (selectors.some(({ type }) => type !== first.type)) return 'selector contains multiple types';
  return { store: first.type, metadata: selectors.map(({ value }) => value) };
}

export function sameLocation(a: StoreLocation, b: StoreLocation): boolean {
  return (
    a.store === b.store &&
    a.metadata.length === b.metadata.length &&
    a.metadata.every((value, at) => value === b.metadata[at])
  );
}

/** True when a store that holds `stored` already holds what there is now. JWT keys are not stored. */
export function isStored(stored: StoreRecord, now: StoreRecord): boolean {
  return (
    stored.entry === now.entry &&
    stored.svid === now.svid &&
    sameX509Authorities(stored.bundle, now.bundle) &&
    stored.federated.size === now.federated.size &&
    [...stored.federated].every(([name, bundle]) => {
      const other = now.federated.get(name);
      return other !== undefined && sameX509Authorities(bundle, other);
    })
  );
}

/**
 * What a store is given. The own trust domain is never among the federated ones, nor one without roots:
 * stores of SPIRE fail on it for ever.
 */
export function contentOf(
  { bundle, entry, federated }: StoreRecord,
  svid: X509Svid,
  { metadata }: StoreLocation,
): StoredSvid {
  const federatedDer = new Map<string, readonly Uint8Array[]>();
  for (const [name, { x509Authorities }] of federated) {
    if (name === bundle.trustDomain || x509Authorities.length === 0) continue;
    federatedDer.set(
      trustDomainId(name),
      x509Authorities.map(({ der }) => der),
    );
  }
  return {
    spiffeId: entry.spiffeId,
    svid,
    bundleDer: bundle.x509Authorities.map(({ der }) => der),
    federatedDer,
    metadata,
  };
}
