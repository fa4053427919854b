import type { Bundle } from './bundle.ts';
import type { TrustDomain } from './trust-domain.ts';
import type { X509Svid } from './x509-svid.ts';

/** One identity of a workload: a registration entry with a fresh X509-SVID. */
export interface Identity {
  readonly entryId: string;
  /** Tells several identities of one workload apart; empty when the entry has none. */
  readonly hint: string;
  readonly createdAtMs: number;
  readonly federatesWith: readonly TrustDomain[];
  readonly svid: X509Svid;
}

/** An entry that matches the workload but cannot be served yet, and why; for `explain` and logs. */
export interface PendingIdentity {
  readonly entryId: string;
  readonly spiffeId: string;
  readonly reason: string;
}

/**
 * Everything one set of selectors is entitled to at one moment. The agent's manager makes it, SDS
 * and the Workload API only encode it. It is already checked (key fits certificate, chain verifies
 * against `bundle`, not expired) and ordered: a bundle with a new CA comes in an earlier view than
 * any leaf that CA signed.
 */
export interface IdentityView {
  /** Grows by one with each view that the manager publishes; equal views are the same object. */
  readonly revision: number;
  /** By entry ID, ascending: the first one is SPIRE's default identity. */
  readonly identities: readonly Identity[];
  readonly pending: readonly PendingIdentity[];
  /** The bundle of the agent's own trust domain. */
  readonly bundle: Bundle;
  /** Bundles of the trust domains that the matching entries federate with. */
  readonly federatedBundles: ReadonlyMap<TrustDomain, Bundle>;
}
