import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import { trustDomainId, type TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { signCertificate } from '../../common/x509/certificate-builder.ts';
import type { Certificate } from '../../common/x509/certificate.ts';
import { parseCsr } from '../../common/x509/csr.ts';
import type { Signer } from '../../common/x509/signature.ts';
import { requestedCaTemplate, spireProfile } from './profile.ts';

interface RequestedCa {
  readonly csrDer: Uint8Array;
  readonly ttlMs: number;
  readonly trustDomain: TrustDomain;
  /** The CA that signs, with its key. */
  readonly issuer: Certificate;
  readonly signer: Signer;
}

/**
 * Signs a CA for a server below, with the subject and the key of its request and SPIRE's extensions; it
 * ends with its issuer at the latest. Throws CSR_INVALID.
 */
export async function signRequestedCa(request: RequestedCa, nowMs: number): Promise<Uint8Array> {
  const { trustDomain, issuer, signer, ttlMs } = request;
  const csr = parseCsr(request.csrDer);
  csr.verifySignature();
  const id = trustDomainId(trustDomain);
  if (csr.uris.length !== 1 || csr.uris[0] !== id) {
    throw new SpiffeError('CSR_INVALID', `CSR must name ${JSON.stringify(id)} and no other URI`);
  }
  const { publicKeyDer, subjectDer } = csr;
  const profile = { trustDomain, backdateMs: spireProfile.backdateMs };
  const template = requestedCaTemplate(profile, issuer, { publicKeyDer, subjectDer, ttlMs }, nowMs);
  return signCertificate(template, signer);
}
