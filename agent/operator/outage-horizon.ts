import type { Bundle } from '../../common/spiffe/bundle.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';

/** An X509-SVID that workloads use now. */
export interface UsedSvid {
  readonly entryId: string;
  readonly spiffeId: SpiffeId;
  readonly notAfterMs: number;
}

/** How long one trust domain goes on working when the server is gone from now on. */
export interface OutageHorizon {
  readonly trustDomain: TrustDomain;
  /** The first X509-SVID in use to expire; absent when none is, and for foreign trust domains. */
  readonly firstLost: UsedSvid | undefined;
  /** When its last X.509 authority expires: from then on nobody trusts its peers. */
  readonly trustLostAtMs: number | undefined;
  /** X509-SVIDs of the trust domain that are in use. */
  readonly identities: number;
}

/** What a horizon is worked out from. */
export interface OutageFacts {
  readonly own: Bundle | undefined;
  readonly federated: Iterable<Bundle>;
  readonly used: Iterable<UsedSvid>;
}

/**
 * The horizon of each trust domain, our own first, then by name. Workloads keep what they have and new
 * ones are served from the cache, so the first expiry of a certificate in use is the first loss.
 */
export function outageHorizons(
  { federated, own, used }: OutageFacts,
  notAfterOf: (authorityDer: Uint8Array) => number,
): readonly OutageHorizon[] {
  if (own === undefined) return [];
  let firstLost: UsedSvid | undefined;
  let identities = 0;
  for (const svid of used) {
    identities++;
    if (firstLost === undefined || svid.notAfterMs < firstLost.notAfterMs) firstLost = svid;
  }
  const foreign = [...federated]
    .filter(({ trustDomain }) => trustDomain !== own.trustDomain)
    .sort((a, b) => (a.trustDomain < b.trustDomain ? -1 : 1));
  return [
    { ...trustOf(own, notAfterOf), firstLost, identities },
    ...foreign.map((bundle) => ({
      ...trustOf(bundle, notAfterOf),
      firstLost: undefined,
      identities: 0,
    })),
  ];
}

function trustOf(bundle: Bundle, notAfterOf: (authorityDer: Uint8Array) => number) {
  const last = Math.max(...bundle.x509Authorities.map(({ der }) => notAfterOf(der)));
  return {
    trustDomain: bundle.trustDomain,
    trustLostAtMs: Number.isFinite(last) ? last : undefined,
  };
}
