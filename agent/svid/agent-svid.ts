import { hasCode, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { Bundle } from '../../common/spiffe/bundle.ts';
import { isAgentId, type SpiffeId } from '../../common/spiffe/spiffe-id.ts';
import type { TrustDomain } from '../../common/spiffe/trust-domain.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { spiffeIdOfLeaf, verifyX509Svid } from '../../common/x509/svid.ts';
import type { AgentKey } from './agent-keys.ts';

/** The agent's own X509-SVID; its key stays with the key manager. */
export interface AgentSvid {
  readonly id: SpiffeId;
  /** Leaf first. */
  readonly chainDer: readonly Uint8Array[];
  readonly key: AgentKey;
  readonly notBeforeMs: number;
  readonly notAfterMs: number;
  readonly serialNumber: string;
  /** Whether it is replaced by attesting again; else it is renewed. */
  readonly reattestable: boolean;
}

/** What a stored or received chain says, before it is trusted. */
export function publicKeyOfChain(chainDer: readonly Uint8Array[]): Uint8Array {
  const [leaf] = chainDer;
  if (leaf === undefined) throw new SpiffeError('CERTIFICATE_INVALID', 'empty SVID chain');
  return parseCertificate(leaf).publicKeyDer;
}

/**
 * Joins a chain with its key. Throws CERTIFICATE_INVALID when the key is another or the SVID is not
 * one of an agent of this trust domain.
 */
export function agentSvidOf(
  chainDer: readonly Uint8Array[],
  key: AgentKey,
  trustDomain: TrustDomain,
  reattestable: boolean,
): AgentSvid {
  const [leafDer] = chainDer;
  if (leafDer === undefined) throw new SpiffeError('CERTIFICATE_INVALID', 'empty SVID chain');
  const leaf = parseCertificate(leafDer);
  if (Buffer.compare(leaf.publicKeyDer, key.publicKeyDer) !== 0) {
    throw new SpiffeError('CERTIFICATE_INVALID', 'private key does not match the leaf certificate');
  }
  const id = spiffeIdOfLeaf(leaf);
  if (!isAgentId(trustDomain, id)) {
    throw new SpiffeError(
      'CERTIFICATE_INVALID',
      `${JSON.stringify(id)} is not the ID of an agent of ${JSON.stringify(trustDomain)}`,
    );
  }
  const { notBeforeMs, notAfterMs, serialNumber } = leaf;
  return { id, chainDer, key, notBeforeMs, notAfterMs, serialNumber, reattestable };
}

/** SPIRE calls an SVID expired one second early, for the way to the server. */
export function isExpired(svid: AgentSvid, nowMs: number): boolean {
  return nowMs + 1000 >= svid.notAfterMs;
}

/** Throws when the SVID does not chain to the bundle. */
function verifyAgentSvid(svid: AgentSvid, bundle: Bundle, nowMs: number): void {
  const authorities = bundle.x509Authorities.map(({ der }) => der);
  verifyX509Svid(
    svid.chainDer,
    (name) => (name === bundle.trustDomain ? authorities : undefined),
    Math.max(nowMs, svid.notBeforeMs),
  );
}

/** True when a tainted authority signed it, so that it is to be replaced soon. */
export function isTainted(svid: AgentSvid, bundle: Bundle, nowMs: number): boolean {
  const x509Authorities = bundle.x509Authorities.filter(({ tainted }) => tainted);
  if (x509Authorities.length === 0) return false;
  try {
    verifyAgentSvid(svid, { ...bundle, x509Authorities }, nowMs);
    return true;
  } catch (error) {
    if (hasCode(error, 'UNKNOWN_AUTHORITY', 'CERTIFICATE_EXPIRED')) return false;
    throw error;
  }
}
