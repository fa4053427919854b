import type { Bundle } from '../../common/spiffe/bundle.ts';

/** True when storing one over the other would change nothing; the order of keys does not count. */
export function sameBundle(a: Bundle, b: Bundle): boolean {
  return (
    a.sequenceNumber === b.sequenceNumber &&
    a.refreshHintSeconds === b.refreshHintSeconds &&
    sameSet(x509Keys(a), x509Keys(b)) &&
    sameSet(jwtKeys(a), jwtKeys(b))
  );
}

function x509Keys({ x509Authorities }: Bundle): string[] {
  return x509Authorities.map(({ der, tainted }) => `${tainted} ${base64(der)}`);
}

function jwtKeys({ jwtAuthorities }: Bundle): string[] {
  return jwtAuthorities.map(({ keyId, publicKeyDer, expiresAtMs, tainted }) =>
    JSON.stringify([keyId, base64(publicKeyDer), expiresAtMs, tainted]),
  );
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const [first, second] = [new Set(a), new Set(b)];
  return first.size === second.size && first.isSubsetOf(second);
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
