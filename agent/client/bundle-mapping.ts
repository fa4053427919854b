import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import type { spire } from '../../proto/gen/spire-api.js';

/** Reads a bundle as the server sent it. Throws when a certificate or key in it is malformed. */
export function bundleFromProto(message: spire.api.types.Bundle): Bundle {
  return {
    trustDomain: parseTrustDomain(message.trust_domain),
    x509Authorities: message.x509_authorities.map(({ asn1, tainted }) => {
      parseCertificate(asn1);
      return { der: Buffer.from(asn1), tainted };
    }),
    jwtAuthorities: message.jwt_authorities.map((key) => {
      if (key.key_id === '') throw new SpiffeError('KEY_INVALID', 'JWT authority has no key ID');
      return {
        keyId: key.key_id,
        publicKeyDer: Buffer.from(key.public_key),
        expiresAtMs: key.expires_at * 1000,
        tainted: key.tainted,
      };
    }),
    refreshHintSeconds: message.refresh_hint,
    sequenceNumber: message.sequence_number,
  };
}
