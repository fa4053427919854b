import type { TrustDomain } from './trust-domain.ts';

/** A CA certificate that peers of the trust domain chain to. */
export interface X509Authority {
  readonly der: Uint8Array;
  /** Marked for removal: everything it signed is to be replaced, but it is still trusted. */
  readonly tainted: boolean;
}

/** A key that verifies JWT-SVIDs. */
export interface JwtAuthority {
  readonly keyId: string;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKeyDer: Uint8Array;
  /** Milliseconds since the epoch; 0 means it does not expire. */
  readonly expiresAtMs: number;
  readonly tainted: boolean;
}

/** The trust bundle of one trust domain (SPIFFE Trust Domain and Bundle §4). */
export interface Bundle {
  readonly trustDomain: TrustDomain;
  readonly x509Authorities: readonly X509Authority[];
  readonly jwtAuthorities: readonly JwtAuthority[];
  /** How often consumers should look again; 0 means unset. */
  readonly refreshHintSeconds: number;
  readonly sequenceNumber: number;
}

/** True when both bundles make a consumer trust the same X.509 authorities; taint does not count. */
export function sameX509Authorities(a: Bundle, b: Bundle): boolean {
  return (
    a.x509Authorities.length === b.x509Authorities.length &&
    a.x509Authorities.every((authority, at) => sameBytes(authority.der, b.x509Authorities[at]?.der))
  );
}

function sameBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return b !== undefined && Buffer.compare(a, b) === 0;
}
