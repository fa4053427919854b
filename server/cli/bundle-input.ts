import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Init } from '../../common/rpc/contract.ts';
import { parseTrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseBundleDocument } from '../../common/x509/bundle-document.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { certificatesFromPem } from '../../common/x509/pem.ts';
import type { spire } from '../../proto/gen/spire-api.js';

export type BundleFormat = 'pem' | 'spiffe';

/** Throws INVALID_ARGUMENT for any other word. */
export function parseBundleFormat(text: string): BundleFormat {
  const format = text.toLowerCase();
  if (format === '' || format === 'pem') return 'pem';
  if (format === 'spiffe') return format;
  throw new SpiffeError('INVALID_ARGUMENT', `invalid format: ${JSON.stringify(format)}`);
}

/** A bundle as the API takes it, from PEM certificates or a bundle document. Throws for malformed ones. */
export function bundleFromInput(
  text: string,
  format: BundleFormat,
  trustDomain: string,
): Init<spire.api.types.Bundle> {
  if (format === 'pem') {
    const x509_authorities = named('unable to parse bundle data', () =>
      certificatesFromPem(text).map((der) => ({ asn1: parseCertificate(der).der })),
    );
    return { trust_domain: trustDomain, x509_authorities };
  }
  const name = parseTrustDomain(trustDomain);
  const bundle = named('unable to parse to spiffe bundle', () => parseBundleDocument(name, text));
  return {
    trust_domain: name,
    x509_authorities: bundle.x509Authorities.map(({ der }) => ({ asn1: der })),
    jwt_authorities: bundle.jwtAuthorities.map(({ keyId, publicKeyDer }) => ({
      key_id: keyId,
      public_key: publicKeyDer,
    })),
    refresh_hint: bundle.refreshHintSeconds,
    sequence_number: bundle.sequenceNumber,
  };
}

function named<T>(what: string, parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new SpiffeError('INVALID_ARGUMENT', `${what}: ${messageOf(cause)}`, { cause });
  }
}
