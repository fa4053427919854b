import { SpiffeError } from '../../common/errors/spiffe-error.ts';
import type { ManagedKey } from '../../common/keymanager/key-manager.ts';
import type { Bundle, X509Authority } from '../../common/spiffe/bundle.ts';
import { signCertificate } from '../../common/x509/certificate-builder.ts';
import { parseCertificate, type Certificate } from '../../common/x509/certificate.ts';
import { subjectKeyIdOf } from '../../common/x509/key-identifier.ts';
import type { KeyType } from '../../common/x509/keys.ts';
import { verifyPath } from '../../common/x509/path.ts';
import type { NewAuthority, X509CaAuthority } from './authority.ts';
import type { Created, KindRules, Trust } from './authority-kind.ts';
import type { Authorities } from './bundle-store.ts';
import { composeCa } from './composition.ts';
import { checkCaCertificate } from './credential-checks.ts';
import type { CredentialComposer } from './credential-composer.ts';
import { selfSignedCaTemplate, type CertificateProfile } from './profile.ts';

/** Gives a key its CA certificate: self-signed here, or signed by an upstream authority. */
export interface CaSource {
  obtain(key: ManagedKey, nowMs: number): Promise<ObtainedCa>;
}

export interface ObtainedCa extends Pick<Created<X509CaAuthority>, 'knownSinceMs' | 'publish'> {
  /** The CA certificate first, then intermediates up to, not including, the root. */
  readonly chainDer: readonly Uint8Array[];
}

/** A CA that signs itself; its root is itself. */
export function selfSigned(
  profile: CertificateProfile,
  ttlMs: number,
  composers: readonly CredentialComposer[] = [],
): CaSource {
  return {
    async obtain(key, nowMs) {
      const request = { publicKeyDer: key.publicKeyDer, ttlMs };
      const template = selfSignedCaTemplate(profile, request, nowMs);
      const der = await signCertificate(await composeCa(template, composers), key);
      const publish = (bundle: Bundle) => withRoots(bundle, [{ der, tainted: false }]);
      return { chainDer: [der], publish };
    },
  };
}

/** The rules of X.509 authorities. */
export function x509Kind(
  profile: CertificateProfile,
  keyType: KeyType,
  source: CaSource,
): KindRules<X509CaAuthority> {
  return {
    kind: 'x509',
    label: 'X.509 authority',
    keyType,
    revokesAny: false,
    isDated: true,
    keyId: (slot) => `x509-CA-${slot}`,
    async create(key, nowMs) {
      const { chainDer, ...rest } = await source.obtain(key, nowMs);
      const authority = authorityFrom(chainDer, nowMs);
      checkCaCertificate(authority.certificate, profile.trustDomain, nowMs);
      return { authority, ...rest };
    },
    chainOf: ({ certificate, chainDer }) => (chainDer.length === 0 ? [certificate.der] : chainDer),
    restore(entry, key) {
      const authority = authorityFrom(entry.chainDer, entry.issuedAtMs);
      const same = Buffer.compare(authority.certificate.publicKeyDer, key.publicKeyDer) === 0;
      return same ? authority : undefined;
    },
    place: (authority, place) => ({ ...authority, ...place }),
    trustOf: trustOfCa,
    items: (bundle) =>
      bundle.x509Authorities.map(({ der, tainted }) => {
        const { notAfterMs } = parseCertificate(der);
        return { authorityId: authorityIdOf(der), notAfterMs, tainted };
      }),
    taint: (bundle, authorityId) =>
      withAuthorities(
        bundle,
        bundle.x509Authorities.map((root) =>
          authorityIdOf(root.der) === authorityId ? { ...root, tainted: true } : root,
        ),
      ),
    remove: (bundle, authorityId) =>
      withAuthorities(
        bundle,
        bundle.x509Authorities.filter((root) => authorityIdOf(root.der) !== authorityId),
      ),
  };
}

/** Whether peers trust a CA by this bundle. */
export function trustOfCa(
  bundle: Pick<Bundle, 'x509Authorities'>,
  { certificate, chainDer }: Pick<X509CaAuthority, 'certificate' | 'chainDer'>,
): Trust {
  if (chainDer.length > 0) return trustOfChain(bundle, chainDer);
  const isRoot = ({ der }: X509Authority) => Buffer.compare(der, certificate.der) === 0;
  return trustBy(bundle.x509Authorities.filter(isRoot));
}

/** The same for any chain, first certificate first, without its root. */
export function trustOfChain(
  bundle: Pick<Bundle, 'x509Authorities'>,
  chainDer: readonly Uint8Array[],
): Trust {
  const chain = chainDer.map(parseCertificate);
  return trustBy(bundle.x509Authorities.filter(({ der }) => endsAt(chain, parseCertificate(der))));
}

/** One root that is not tainted is enough. */
function trustBy(roots: readonly X509Authority[]): Trust {
  if (roots.length === 0) return 'unknown';
  return roots.every(({ tainted }) => tainted) ? 'tainted' : 'trusted';
}

/** Every identifier by which the bundle or an operator may name an issuer of this CA. */
export function issuerIdsOf({ chainDer }: Pick<X509CaAuthority, 'chainDer'>): readonly string[] {
  return chainDer.map((der) => parseCertificate(der).authorityKeyId).filter((id) => id !== '');
}

/** Validity is not asked: what has expired is trusted by nobody, but it is not another root. */
function endsAt([ca, ...intermediates]: readonly Certificate[], root: Certificate): boolean {
  if (ca === undefined) return false;
  const last = [ca, ...intermediates].map(({ notBeforeMs }) => notBeforeMs);
  try {
    verifyPath(ca, intermediates, [root], Math.max(...last, root.notBeforeMs));
    return true;
  } catch (error) {
    if (error instanceof SpiffeError) return false;
    throw error;
  }
}

function authorityFrom(
  chainDer: readonly Uint8Array[],
  issuedAtMs: number,
): NewAuthority<X509CaAuthority> {
  const chain = chainDer.map(parseCertificate);
  const certificate = chain[0] ?? parseCertificate(new Uint8Array());
  const isRoot = isSelfSigned(certificate);
  return {
    authorityId: authorityIdOf(certificate.der),
    issuedAtMs,
    // What an issuer's end cuts short nobody can verify any longer.
    notAfterMs: Math.min(...chain.map(({ notAfterMs }) => notAfterMs)),
    certificate,
    chainDer: isRoot ? [] : chainDer,
    depth: chainDer.length,
    upstreamAuthorityId: isRoot ? '' : certificate.authorityKeyId,
  };
}

function isSelfSigned({ subjectDer, issuerDer, authorityKeyId, subjectKeyId }: Certificate) {
  const sameName = Buffer.compare(subjectDer, issuerDer) === 0;
  return sameName && (authorityKeyId === '' || authorityKeyId === subjectKeyId);
}

/** The subject key identifier that the certificate carries, else the one of its key. */
export function authorityIdOf(der: Uint8Array): string {
  const { subjectKeyId, publicKeyDer } = parseCertificate(der);
  return subjectKeyId === '' ? subjectKeyIdOf(publicKeyDer).toString('hex') : subjectKeyId;
}

/** The bundle with these roots added; undefined when it has them all. */
export function withRoots(
  bundle: Bundle,
  roots: readonly X509Authority[],
): Authorities | undefined {
  const added = roots.filter(({ der }) => !hasRoot(bundle, der));
  return added.length === 0
    ? undefined
    : withAuthorities(bundle, [...bundle.x509Authorities, ...added]);
}

function hasRoot(bundle: Bundle, der: Uint8Array): boolean {
  return bundle.x509Authorities.some((root) => Buffer.compare(root.der, der) === 0);
}

function withAuthorities(bundle: Bundle, x509Authorities: readonly X509Authority[]): Authorities {
  return { x509Authorities, jwtAuthorities: bundle.jwtAuthorities };
}
