import type { Bundle, X509Authority } from '../../common/spiffe/bundle.ts';

/**
 * True when a consumer can do exactly the same with both. Sequence number and refresh hint do not
 * count: workloads never see them, and a push for nothing costs every Envoy a reload.
 */
export function sameBundle(a: Bundle, b: Bundle): boolean {
  return (
    a.x509Authorities.length === b.x509Authorities.length &&
    a.x509Authorities.every((authority, at) => sameAuthority(authority, b.x509Authorities[at])) &&
    a.jwtAuthorities.length === b.jwtAuthorities.length &&
    a.jwtAuthorities.every((key, at) => {
      const other = b.jwtAuthorities[at];
      return (
        key.keyId === other?.keyId &&
        key.expiresAtMs === other.expiresAtMs &&
        key.tainted === other.tainted &&
        sameBytes(key.publicKeyDer, other.publicKeyDer)
      );
    })
  );
}

/** True when something that was signed by an authority of `before` may no longer verify. */
export function losesAuthority(before: Bundle, after: Bundle): boolean {
  return before.x509Authorities.some(
    (authority) => !after.x509Authorities.some(({ der }) => sameBytes(der, authority.der)),
  );
}

/** Authorities that are tainted now and were not, or were unknown, before. */
export function newlyTainted(before: Bundle | undefined, after: Bundle): readonly X509Authority[] {
  return after.x509Authorities.filter(
    (authority) =>
      authority.tainted &&
      before?.x509Authorities.some((old) => old.tainted && sameBytes(old.der, authority.der)) !==
        true,
  );
}

function sameAuthority(a: X509Authority, b: X509Authority | undefined): boolean {
  return b !== undefined && a.tainted === b.tainted && sameBytes(a.der, b.der);
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
