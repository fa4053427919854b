import type { Bundle, JwtAuthority, X509Authority } from '../../common/spiffe/bundle.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';

/** Where the server's own bundle is kept; the datastore's BundleStore is one. */
export interface BundleRows {
  find(trustDomain: TrustDomain): Promise<Bundle | undefined>;
  /** Reads, changes and writes in one transaction; the sequence number grows with each change. */
  change(
    trustDomain: TrustDomain,
    change: (stored: Bundle) => Authorities | undefined,
    nowMs: number,
  ): Promise<Bundle>;
}

export interface Authorities {
  readonly x509Authorities: readonly X509Authority[];
  readonly jwtAuthorities: readonly JwtAuthority[];
}

/**
 * Drops what expired before `beforeMs`, but never the last of a kind: an empty bundle would end trust.
 * Undefined when nothing is to be dropped.
 */
export function withoutExpired(bundle: Bundle, beforeMs: number): Authorities | undefined {
  const x509Authorities = keepSome(
    bundle.x509Authorities,
    (authority) => parseCertificate(authority.der).notAfterMs >= beforeMs,
  );
  const jwtAuthorities = keepSome(
    bundle.jwtAuthorities,
    ({ expiresAtMs }) => expiresAtMs === 0 || expiresAtMs >= beforeMs,
  );
  const unchanged =
    x509Authorities.length === bundle.x509Authorities.length &&
    jwtAuthorities.length === bundle.jwtAuthorities.length;
  return unchanged ? undefined : { x509Authorities, jwtAuthorities };
}

function keepSome<T>(items: readonly T[], keep: (item: T) => boolean): readonly T[] {
  const kept = items.filter(keep);
  return kept.length > 0 ? kept : items.slice(-1);
}
