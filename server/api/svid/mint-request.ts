import { SpiffeError } from '../../../common/errors/spiffe-error.ts';
import { parseSpiffeId } from '../../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../../common/spiffe/trust-domain.ts';
import { checkDnsName, checkWildcardOverlap } from '../../../common/x509/dns-name.ts';
import { checkWorkload } from '../../registration/entry-rules.ts';
import { named } from '../messages/spiffe-ids.ts';
import { readCsr, type X509SvidRequest } from './workload-svids.ts';

/**
 * What a CSR asks an operator's X509-SVID to be: its one URI, its DNS names, and its subject unless that
 * is empty. Throws INVALID_ARGUMENT.
 */
export async function mintRequestOf(
  der: Uint8Array,
  trustDomain: TrustDomain,
): Promise<Omit<X509SvidRequest, 'ttlMs'>> {
  if (der.length === 0) throw invalid('missing CSR');
  const csr = await readCsr(der, 'failed to verify CSR signature');
  if (csr instanceof SpiffeError) throw csr;
  const [uri, ...others] = csr.uris;
  if (uri === undefined) throw invalid('CSR URI SAN is required');
  if (others.length > 0) throw invalid('only one URI SAN is expected');
  const spiffeId = named('CSR URI SAN is not a valid SPIFFE ID', () => parseSpiffeId(uri));
  named('CSR URI SAN is invalid', () => checkWorkload(trustDomain, spiffeId));
  named('CSR DNS name is not valid', () => {
    for (const name of csr.dnsNames) checkDnsName(name);
    checkWildcardOverlap(csr.dnsNames);
  });
  return {
    spiffeId,
    publicKeyDer: csr.publicKeyDer,
    dnsNames: csr.dnsNames,
    ...(csr.subject.length > 0 && { subjectDer: csr.subjectDer }),
  };
}

function invalid(message: string): SpiffeError {
  return new SpiffeError('INVALID_ARGUMENT', message);
}
