import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import { trustDomainId, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { hasKeyUsage, type Certificate } from '../../common/x509/certificate.ts';
import { extKeyUsages, keyUsages } from '../../common/x509/extensions.ts';

/**
 * What SPIRE 1.15 checks of a CA certificate before it uses it (pkg/server/credvalidator). Throws
 * INTERNAL: an authority of ours that fails here must never sign.
 */
export function checkCaCertificate(
  certificate: Certificate,
  trustDomain: TrustDomain,
  nowMs: number,
): void {
  const allowed = keyUsages.keyCertSign | keyUsages.cRLSign | keyUsages.digitalSignature;
  const id = trustDomainId(trustDomain);
  if (!certificate.hasBasicConstraints) throw invalid('CA', 'has no basic constraints');
  if (!certificate.isCa) throw invalid('CA', 'does not have the CA flag');
  if (!hasKeyUsage(certificate, keyUsages.keyCertSign)) throw invalid('CA', 'lacks keyCertSign');
  if (hasOtherUsage(certificate, allowed)) throw invalid('CA', 'has a key usage that is too wide');
  if (certificate.uris.length > 1 || certificate.uris.some((uri) => uri !== id)) {
    throw invalid('CA', `must name ${JSON.stringify(id)} or no URI`);
  }
  checkDates('CA', certificate, nowMs);
}

/** What SPIRE 1.15 checks of an X509-SVID that it just signed. Throws INTERNAL. */
export function checkSignedSvid(certificate: Certificate, id: SpiffeId, nowMs: number): void {
  const allowed = keyUsages.digitalSignature | keyUsages.keyEncipherment | keyUsages.keyAgreement;
  const usages = certificate.extKeyUsage;
  const both = usages.includes(extKeyUsages.serverAuth) && usages.includes(extKeyUsages.clientAuth);
  if (!certificate.hasBasicConstraints) throw invalid('X509-SVID', 'has no basic constraints');
  if (certificate.isCa) throw invalid('X509-SVID', 'has the CA flag');
  if (!hasKeyUsage(certificate, keyUsages.digitalSignature)) {
    throw invalid('X509-SVID', 'lacks digitalSignature');
  }
  if (hasOtherUsage(certificate, allowed)) {
    throw invalid('X509-SVID', 'has a key usage that is too wide');
  }
  if (usages.length > 0 && !both) {
    throw invalid('X509-SVID', 'has an extended key usage without serverAuth and clientAuth');
  }
  if (certificate.uris.length !== 1 || certificate.uris[0] !== id) {
    throw invalid('X509-SVID', `must name ${JSON.stringify(id)} and nothing else`);
  }
  checkDates('X509-SVID', certificate, nowMs);
}

function hasOtherUsage(certificate: Certificate, allowed: number): boolean {
  return ((certificate.keyUsage ?? 0) & ~allowed) !== 0;
}

function checkDates(what: string, certificate: Certificate, nowMs: number): void {
  if (nowMs < certificate.notBeforeMs) throw invalid(what, 'is not yet valid');
  if (nowMs > certificate.notAfterMs) throw invalid(what, 'has expired');
}

function invalid(what: string, rule: string): SpiffeError {
  return new SpiffeError('INTERNAL', `invalid ${what} certificate: it ${rule}`);
}
