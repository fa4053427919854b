import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import { parseSpiffeId, trustDomainOf } from '../../common/spiffe/spiffe-id.ts';
import { splitCertificates } from '../client/split-certificates.ts';
import { keyPairFromPkcs8 } from '../../common/x509/keys.ts';
import { parseCertificate, type Certificate } from '../../common/x509/certificate.ts';
import { checkX509Svid } from '../../common/x509/svid.ts';
import type { X509SVIDResponse } from '../../proto/gen/workload-api.js';

/** One X509-SVID that the Workload API sent, verified against the bundle that came with it. */
export interface FetchedSvid {
  readonly spiffeId: string;
  readonly hint: string;
  /** Leaf first. */
  readonly chain: readonly Certificate[];
  /** DER PKCS#8. */
  readonly keyDer: Uint8Array;
  readonly bundle: readonly Certificate[];
  /** By trust domain ID, sorted. */
  readonly federated: readonly (readonly [string, readonly Certificate[]])[];
}

/**
 * Reads a response and verifies each X509-SVID in it: chain, SPIFFE ID, key (SPIFFE X509-SVID §5).
 * Throws CERTIFICATE_INVALID and what verification throws.
 */
export function verifyResponse(response: X509SVIDResponse, nowMs: number): FetchedSvid[] {
  if (response.svids.length === 0) throw invalid('workload response contains no svids');
  const federated = Object.entries(response.federated_bundles)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, der]) => [id, federatedBundle(id, der)] as const);
  return response.svids.map((svid, at) => {
    const { spiffe_id: spiffeId, hint } = svid;
    const name = JSON.stringify(spiffeId);
    const what = `failed to parse svid entry ${at} for spiffe id ${name}`;
    const parts = naming(what, () => ({
      chain: nonEmpty(splitCertificates(svid.x509_svid).map(parseCertificate)),
      keyPair: keyPairFromPkcs8(svid.x509_svid_key),
      bundle: splitCertificates(svid.bundle).map(parseCertificate),
    }));
    naming(`${name} SVID failed verification against bundle`, () => {
      verify(spiffeId, parts, nowMs);
    });
    const { chain, bundle } = parts;
    return { spiffeId, hint, chain, bundle, federated, keyDer: svid.x509_svid_key };
  });
}

type Parts = Pick<FetchedSvid, 'chain' | 'bundle'> & {
  readonly keyPair: ReturnType<typeof keyPairFromPkcs8>;
};

function verify(spiffeId: string, { chain, keyPair, bundle }: Parts, nowMs: number): void {
  const id = parseSpiffeId(spiffeId);
  const authorities = bundle.map(({ der }) => der);
  if (authorities.length === 0) {
    throw new SpiffeError('UNKNOWN_AUTHORITY', `no X.509 bundle for ${trustDomainOf(id)}`);
  }
  const chainDer = chain.map(({ der }) => der);
  checkX509Svid({ id, chainDer, keyPair, authorities, nowMs });
}

function federatedBundle(id: string, der: Uint8Array): Certificate[] {
  const name = JSON.stringify(id);
  const certificates = naming(`failed to parse bundle for federated domain ${name}`, () =>
    splitCertificates(der).map(parseCertificate),
  );
  if (certificates.length > 0) return certificates;
  throw invalid(`no certificates in bundle for federated domain ${name}`);
}

function nonEmpty(certificates: Certificate[]): Certificate[] {
  if (certificates.length === 0) throw invalid('no certificates found');
  return certificates;
}

function naming<T>(what: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    const code = cause instanceof SpiffeError ? cause.code : 'CERTIFICATE_INVALID';
    throw new SpiffeError(code, `${what}: ${messageOf(cause)}`, { cause });
  }
}

function invalid(rule: string): SpiffeError {
  return new SpiffeError('CERTIFICATE_INVALID', rule);
}
