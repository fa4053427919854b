import type { Clock } from '../../common/clock/clock.ts';
import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { PeerIdentity } from '../../common/rpc/contract.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { trustDomainOf, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';

interface ClientVerifierOptions {
  readonly trustDomain: TrustDomain;
  readonly bundles: ReadonlyMap<TrustDomain, Bundle>;
  /** These may come from federated trust domains. */
  readonly adminIds: ReadonlySet<SpiffeId>;
  readonly clock: Clock;
}

/**
 * Verifies the chain that a client presented against the bundle of the trust domain it names, and no
 * other. Throws what `verifyX509Svid` throws, and UNAUTHENTICATED for a stranger.
 */
export function clientVerifier(
  options: ClientVerifierOptions,
): (chainDer: readonly Uint8Array[]) => PeerIdentity {
  const { trustDomain, bundles, adminIds, clock } = options;
  const rootsOf = (name: TrustDomain) =>
    bundles.get(name)?.x509Authorities.map((authority) => authority.der);
  return (chainDer) => {
    const { spiffeId, leaf } = verifyX509Svid(chainDer, rootsOf, clock.now());
    if (trustDomainOf(spiffeId) !== trustDomain && !adminIds.has(spiffeId)) {
      throw new SpiffeError(
        'UNAUTHENTICATED',
        `client ${JSON.stringify(spiffeId)} is of another trust domain and no admin`,
      );
    }
    const { serialNumber, notAfterMs } = leaf;
    return { spiffeId, serialNumber, notAfterMs };
  };
}
