import type { SpiffeId } from './spiffe-id.ts';
import type { TrustDomain } from './trust-domain.ts';

/** How a bundle endpoint is authenticated (SPIFFE Federation §5.2). */
export type BundleEndpointProfile =
  | { readonly name: 'https_web' }
  | { readonly name: 'https_spiffe'; readonly endpointSpiffeId: SpiffeId };

/** Where the trust bundle of another trust domain is fetched from. */
export interface FederationRelationship {
  readonly trustDomain: TrustDomain;
  readonly bundleEndpointUrl: string;
  readonly bundleEndpointProfile: BundleEndpointProfile;
}

/** True when a bundle is fetched in the same way by both. */
export function sameRelationship(a: FederationRelationship, b: FederationRelationship): boolean {
  return (
    a.trustDomain === b.trustDomain &&
    a.bundleEndpointUrl === b.bundleEndpointUrl &&
    endpointIdOf(a) === endpointIdOf(b)
  );
}

/** The SPIFFE ID that the endpoint must show; undefined when Web PKI authenticates it. */
export function endpointIdOf({
  bundleEndpointProfile: profile,
}: FederationRelationship): SpiffeId | undefined {
  return profile.name === 'https_spiffe' ? profile.endpointSpiffeId : undefined;
}
