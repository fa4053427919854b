import { messageOf, SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ManagedKey } from '../../common/keymanager/key-manager.ts';
import type { X509Authority } from '../../common/spiffe/bundle.ts';
import { spiffeIdFrom } from '../../common/spiffe/spiffe-id.ts';
import { signCertificate } from '../../common/x509/certificate-builder.ts';
import { parseCertificate } from '../../common/x509/certificate.ts';
import { verifyX509Svid } from '../../common/x509/svid.ts';
import { checkCaCertificate } from './credential-checks.ts';
import { svidTemplate, type CertificateProfile } from './profile.ts';

interface CheckedCa {
  /** Without the root, whoever sent it. */
  readonly chainDer: readonly Uint8Array[];
  /** The root that it ends at. */
  readonly rootDer: Uint8Array;
}

/**
 * What SPIRE 1.15 checks of a CA that an upstream signed: that it is one, and that an X509-SVID signed
 * with it verifies with the roots that came along. Throws FAILED_PRECONDITION.
 */
export async function checkUpstreamCa(
  minted: { readonly chainDer: readonly Uint8Array[]; readonly roots: readonly X509Authority[] },
  key: ManagedKey,
  profile: CertificateProfile,
  nowMs: number,
): Promise<CheckedCa> {
  try {
    return await check(minted, key, profile, nowMs);
  } catch (cause) {
    const text = `X509 CA minted by upstream authority is invalid: ${messageOf(cause)}`;
    throw new SpiffeError('FAILED_PRECONDITION', text, { cause });
  }
}

async function check(
  { chainDer: sent, roots }: Parameters<typeof checkUpstreamCa>[0],
  key: ManagedKey,
  profile: CertificateProfile,
  nowMs: number,
): Promise<CheckedCa> {
  const isRoot = (der: Uint8Array) => roots.some((root) => Buffer.compare(root.der, der) === 0);
  const chainDer = sent.filter((der, at) => at === 0 || !isRoot(der));
  const [first] = chainDer;
  if (first === undefined) throw new Error('the chain is empty');
  if (isRoot(first)) throw new Error('the CA is itself a root');
  const certificate = parseCertificate(first);
  if (Buffer.compare(certificate.publicKeyDer, key.publicKeyDer) !== 0) {
    throw new Error('the certificate is for another key');
  }
  checkCaCertificate(certificate, profile.trustDomain, nowMs);
  const spiffeId = spiffeIdFrom(profile.trustDomain, '/spire/throwaway');
  const request = { spiffeId, publicKeyDer: key.publicKeyDer, ttlMs: throwawayTtlMs };
  const leaf = await signCertificate(svidTemplate(profile, certificate, request, nowMs), key);
  const ders = roots.map(({ der }) => der);
  const { authority } = verifyX509Svid([leaf, ...chainDer], () => ders, nowMs);
  return { chainDer, rootDer: authority.der };
}

const throwawayTtlMs = 60_000;
