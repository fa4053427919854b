import { createPublicKey } from 'node:crypto';
import { parseCertificate } from '../x509/certificate.ts';

/** `spire.api.types.Bundle`, as far as the document shows it. */
interface BundleMessage {
  readonly x509_authorities: readonly { readonly asn1: Uint8Array }[];
  readonly jwt_authorities: readonly { readonly public_key: Uint8Array; readonly key_id: string }[];
  readonly refresh_hint: number;
  readonly sequence_number: number;
}

/** A bundle as the JWK set of SPIFFE Trust Domain and Bundle §4, indented by four. */
export function bundleDocument(bundle: BundleMessage): string {
  const x509 = bundle.x509_authorities.map(({ asn1 }) => ({
    use: 'x509-svid',
    ...jwkOf(parseCertificate(asn1).publicKeyDer),
    x5c: [Buffer.from(asn1).toString('base64')],
  }));
  const jwt = bundle.jwt_authorities.map(({ public_key: key, key_id: kid }) => {
    const { kty, ...rest } = jwkOf(key);
    return { use: 'jwt-svid', kty, kid, ...rest };
  });
  const document = {
    keys: [...x509, ...jwt],
    ...(bundle.sequence_number > 0 ? { spiffe_sequence: bundle.sequence_number } : {}),
    ...(bundle.refresh_hint > 0 ? { spiffe_refresh_hint: bundle.refresh_hint } : {}),
  };
  return JSON.stringify(document, undefined, 4);
}

function jwkOf(spkiDer: Uint8Array) {
  const key = createPublicKey({ key: Buffer.from(spkiDer), format: 'der', type: 'spki' });
  const { kty, crv, x, y, n, e } = key.export({ format: 'jwk' });
  return kty === 'EC' ? { kty, crv, x, y } : { kty, n, e };
}
