import { createHash } from 'node:crypto';
import { certificatesFromPem } from '../x509/pem.ts';
import type { ClusterAccess } from './cluster-access.ts';

/** Which API server an access leads to, so that it can be told from any other. */
export interface ApiServer {
  readonly url: string;
  /**
   * What its certificate has to chain to: `sha256:HEX` of each CA certificate, `system` for the CAs of
   * the system, `none` where it is not verified. Never empty.
   */
  readonly authorities: readonly string[];
}

/** Sorted and without repetition, so that the same trust is the same list. Throws CERTIFICATE_INVALID. */
export function apiServerOf({ server, trust }: Pick<ClusterAccess, 'server' | 'trust'>): ApiServer {
  const url = server.href.replace(/\/+$/, '');
  if (typeof trust === 'string') return { url, authorities: [trust] };
  const hashes = certificatesFromPem(trust.caPem).map((der) => `sha256:${sha256(der)}`);
  return { url, authorities: [...new Set(hashes)].sort() };
}

function sha256(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}
